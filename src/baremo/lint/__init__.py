"""Pure: does a barem agree with itself and with its worked examples?"""
