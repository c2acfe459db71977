"""The requirement book (采购需求书): one module for each section, and the sheets of its workbook."""
