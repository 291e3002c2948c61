"""What can be seen in a dialogue without a model: small observers, each of which finds events that can be quoted."""
