"""What an open vault offers to other processes of the same person: agents over MCP, and the command line."""
