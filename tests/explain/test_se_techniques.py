"""The techniques of Sudoku Explainer but chains: found as it finds them, proved by the evidence."""

import pytest

from squaredance import all_steps, explain
from squaredance.explain import State, Step, verify

# Puzzles of the Sudoku Exchange puzzle bank (public domain); steps as Sudoku Explainer 1.2.1 tells
# them. Steps before are simpler than chains.
KNOWN = [
    (
        "030651007600328050000070060108000070000000000050000802080040000010937006700862010",
        "full-house",
        1.0,
        "R3C4=4",
    ),
    (
        "000090510040000700001607008600870900000306000005029007500704800002000070097050000",
        "hidden-single",
        1.2,
        "R3C2=5",
    ),
    (
        "050147090080000030000000000000020000007000600140705029070060010064302950900000006",
        "hidden-single",
        1.5,
        "R6C3=6",
    ),
    (
        "600490000000050300009000052010500080800907004020004060160000800008040000000038005",
        "direct-pointing",
        1.7,
        "R2C3=1",
    ),
    (
        "000080000063000190400105002000070000905000407074000530000829000040603080006000200",
        "direct-hidden-pair",
        2.0,
        "R1C6=6",
    ),
    (
        "700000000012007008930100200500013060000604000020970003009001034400700510000000009",
        "naked-single",
        2.3,
        "R2C1=6",
    ),
    (
        "600490000000050300009000052010500080800907004020004060160000800008040000000038005",
        "direct-hidden-triple",
        2.5,
        "R1C9=8",
    ),
    (
        "000090000069001000210003904300007460000000000042800001907100042000900830000050000",
        "pointing",
        2.6,
        "R1C7-3 R1C9-3",
    ),
    (
        "070010002000006050100300400004005080900080007080700600008001004010200000600090020",
        "claiming",
        2.8,
        "R4C7-1 R4C9-1 R5C7-1 R6C9-1",
    ),
    (
        "600490000000050300009000052010500080800907004020004060160000800008040000000038005",
        "naked-pair",
        3.0,
        "R2C8-1 R2C8-7 R2C9-1 R2C9-7 R3C7-1 R3C7-7",
    ),
    (
        "000100000000307150700060300620000400009040500003000076008030009046205000000001000",
        "x-wing",
        3.2,
        "R1C1-9 R1C5-9 R4C5-9 R6C5-9 R9C1-9 R9C5-9",
    ),
    (
        "005400000803006070940080600004520001009000200200064700006070028030600507000005100",
        "hidden-pair",
        3.4,
        "R8C6-1 R8C6-9 R9C4-3 R9C4-9",
    ),
    (
        "000920030900004000001005700082000007700010005100000890005700600000500002010068000",
        "naked-triple",
        3.6,
        "R9C3-3 R9C3-4 R9C7-3 R9C7-4 R9C8-4",
    ),
    (
        "016000570000405000280010094090070040300000008000206000049000860600109005000000000",
        "swordfish",
        3.8,
        "R6C2-7 R6C3-7 R6C7-7 R9C2-7 R9C3-7 R9C7-7",
    ),
    (
        "600005300001000060000009501790000000300408005000000012805900000070000400009200006",
        "hidden-triple",
        4.0,
        "R8C8-2 R8C8-3 R8C9-3",
    ),
    (
        "490030018700060009000904000005000800260000034009000200000401000900070002680050047",
        "xy-wing",
        4.2,
        "R2C2-2 R2C3-2",
    ),
    (
        "000090000069001000210003904300007460000000000042800001907100042000900830000050000",
        "xyz-wing",
        4.4,
        "R8C5-6",
    ),
    (
        "006004050500630800040800002400000130010040020025000007800009010009061008030500900",
        "unique-rectangle-1",
        4.5,
        "R1C5-1 R1C5-9",
    ),
    (
        "006000002040200000270300400130060004000904000400070059001007095000009060800000100",
        "unique-rectangle-2",
        4.5,
        "R2C3-3 R7C1-3 R8C1-3",
    ),
    (
        "205000708700000004000309000000080000850901027000647000002000600000000000430802075",
        "unique-rectangle-3",
        4.5,
        "R9C3-1",
    ),
    (
        "000090000470201085000507000007040600680000094200050008009000100730000049500902006",
        "unique-rectangle-4",
        4.5,
        "R6C2-1 R6C3-1",
    ),
    (
        "010720080900004000200000005060005100400000003001200060600000004000300009080056070",
        "unique-loop-1",
        4.6,
        "R5C5-6 R5C5-8",
    ),
    (
        "700002500095040300000035072080090000004000800000050010160420000007060920009800004",
        "unique-loop-2",
        4.6,
        "R4C9-7 R5C5-7 R5C6-7",
    ),
    (
        "092015080100008000650000100900020000006709300000040006004000018000200003070860290",
        "unique-rectangle-3",
        4.6,
        "R9C3-3",
    ),
    (
        "360040002040000375070500000000605200800070006004208000000009080187000050500010024",
        "unique-loop-1",
        4.7,
        "R6C8-3 R6C8-9",
    ),
    (
        "019005068000060005000001000040800506050000070607002080000700000400050000890100230",
        "unique-loop-2",
        4.7,
        "R4C3-2",
    ),
    (
        "009100600000005190000003058200980005030000010800016002740600000063800000002007500",
        "unique-rectangle-3",
        4.7,
        "R5C9-4",
    ),
    (
        "700694005004000600300000009000080000030952010010000070053070820000000000908030701",
        "unique-loop-3",
        4.8,
        "R8C4-4 R8C8-6 R8C9-4",
    ),
    (
        "300000000040509020260013900700800000024901580000004009003160092010302040000000001",
        "unique-loop-3",
        4.8,
        "R6C8-1",
    ),
    (
        "104000802700000006020000050080020090007010500640308021000987000400105009000040000",
        "naked-quad",
        5.0,
        "R1C4-6 R2C6-3 R3C4-6 R3C6-3 R3C6-6",
    ),
    (
        "700204006080060050040080020000000000400030005602801309900372008005000600800000003",
        "jellyfish",
        5.2,
        "R2C3-1 R8C2-1 R8C5-1 R8C8-1",
    ),
    (
        "000578000902000508000000000004000600100469003007201800030802060006040300400653007",
        "bug-1",
        5.6,
        "R1C8-2 R1C8-3",
    ),
    (
        "006080700090000060000426000008000500012000970509341206020000050003504100900207003",
        "bug-2",
        5.7,
        "R7C9-9 R8C5-9",
    ),
    (
        "060020031001080507250000080040200000700050006000003040080000079402090800390040060",
        "bug-3",
        5.8,
        "R5C2-1",
    ),
    (
        "000000760010086000004070890060031400590060037001890050075020900000750010043000000",
        "bug-3",
        5.9,
        "R1C3-2",
    ),
    (
        "005000000024005070001260548050030800008471300009050010473018600010700480000000700",
        "bug-3",
        6.0,
        "R1C8-3",
    ),
    (
        "207508601080000050600040009400701002006000500000000000502907106003050700009000400",
        "bug-3",
        6.1,
        "R6C7-3",
    ),
    (
        "500167002000050000007000900000408000021000370050000020609000703000000000100534006",
        "aligned-pair-exclusion",
        6.2,
        "R1C3-8",
    ),
]

CHAINS = ("bidirectional", "forcing", "nishio", "dynamic")


def steps_before(
    puzzle: str, technique: str, rating: float, conclusion: str
) -> list[tuple[State, Step]]:
    """The states and steps up to the one that is asked for."""
    path = explain(puzzle)
    taken = []
    for number, step in enumerate(path):
        taken.append((path._states[number], step))
        if (step.technique, step.rating, text(step)) == (technique, rating, conclusion):
            return taken
    raise AssertionError(f"no {technique} {conclusion}")


def text(step: Step) -> str:
    cells = [(c, "=") for c in step.placements] + [(c, "-") for c in step.eliminations]
    return " ".join(c.text(9).replace("=", sign) for c, sign in cells)


@pytest.mark.parametrize(("puzzle", "technique", "rating", "conclusion"), KNOWN)
def test_known_steps_are_found_and_proved(
    puzzle: str, technique: str, rating: float, conclusion: str
) -> None:
    taken = steps_before(puzzle, technique, rating, conclusion)
    for state, step in taken:
        assert (verify(step, state), step) == (("",), step)


# Late states: where all chains of an early one are wanted, they take seconds.
@pytest.mark.parametrize("technique", ["bug-1", "bug-2"])
def test_all_steps_are_proved_and_told_once(technique: str) -> None:
    known = next(one for one in KNOWN if one[1] == technique)
    state = steps_before(*known)[-1][0]
    now = [s for s in all_steps(state) if not any(word in s.technique for word in CHAINS)]
    assert (technique, known[3]) in {(s.technique, text(s)) for s in now}
    assert len({(s.technique, text(s)) for s in now}) == len(now)
    assert [s for s in now if not verify(s, state)] == []


@pytest.mark.parametrize("technique", ["unique-rectangle-2", "unique-loop-3", "bug-3"])
def test_a_guardian_less_is_no_proof(technique: str) -> None:
    known = next(one for one in KNOWN if one[1] == technique)
    state, step = steps_before(*known)[-1]
    pattern = step.evidence.patterns[0]
    for guardian in pattern.guardians:
        fewer = tuple(g for g in pattern.guardians if g != guardian)
        evidence = step.evidence._replace(patterns=(pattern._replace(guardians=fewer),))
        assert not verify(step._replace(evidence=evidence), state)


def test_a_row_less_is_no_proof() -> None:
    known = next(one for one in KNOWN if one[1] == "aligned-pair-exclusion")
    state, step = steps_before(*known)[-1]
    table = step.evidence.lemmas[0]
    for row in table.rows:
        fewer = table._replace(rows=tuple(r for r in table.rows if r != row))
        assert not verify(step._replace(evidence=step.evidence._replace(lemmas=(fewer,))), state)
