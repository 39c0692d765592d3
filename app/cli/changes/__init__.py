"""The commands about time: `tianwang diff`, `blocks`, `history`, `noise`, `changes`, `calendar`."""
