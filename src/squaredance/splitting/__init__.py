"""One hard problem, many workers: subproblems that are counted or listed anywhere, in any order.

Job (a puzzle or a cover problem, cut in the same way everywhere)
  -> batches of its subproblems -> Workers -> what each has
  -> Checkpoint (finished ones in a file) -> an exact sum, or solutions in order
"""
