"""One small file per format of dialogues; `baremo.load.registry` lists them."""
