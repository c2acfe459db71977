"""Files of others: forms to fill in, tables to read. Nothing foreign is changed; what is made is a new file."""
