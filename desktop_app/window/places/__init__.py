"""The places of the window, in the order of the job."""
