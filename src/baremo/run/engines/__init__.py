"""Other places to judge in than this process: several processes of this machine, or a cluster."""
