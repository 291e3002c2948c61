"""Pure and exact: the Referee, the rules, the sum and the level. No model has a say here."""
