"""Adapters that put an agent framework behind the gate: one module for each framework.

Each needs its framework, which the extra of the same name installs:
``pip install "snaphook[langchain]"``.
"""
