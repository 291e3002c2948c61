from baremo.cli.main import entry

entry()
