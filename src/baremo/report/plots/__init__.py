"""Pictures as Vega-Lite: figures in, a specification out, with its data in it. `draw` makes files of them."""
