"""The native blocks of solve_many: what they require is checked."""

from functools import partial

import pytest

from squaredance import Geometry, _core
from squaredance.kinds import digits9, shape_of
from squaredance.many import UNANSWERED
from squaredance.many.flow import FIRST, LARGEST, Flow
from squaredance.many.lines import LineBlock
from tests.many_inputs import shape4
from tests.puzzles import UNIQUE4, UNIQUE9


def test_a_shape_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="expected a table of 256 bytes"):
        _core.Shape(Geometry(4).core, False, b"", bytes(256))
    with pytest.raises(ValueError, match="expected a 9x9 geometry"):
        _core.Shape(Geometry(4).core, True, bytes(256), bytes(256))


def test_the_native_shape_of_digits_is_ours() -> None:
    """It takes what `Lines` sees at once, and means the same by it."""
    for character in range(256):
        text = bytes([character]) * 81 + b"\n"
        native, ours = (
            _core.TextBlock(shape, text, bytearray(82))
            for shape in (_core.Shape.digits9(), digits9().shape)
        )
        is_taken = native.take_plain(0, 82, 1)
        assert is_taken == (character in b"123456789.0-*?_")
        assert not is_taken or ours.take_plain(0, 82, 1)
    text = UNIQUE9.encode() + b"\n"
    outs = []
    for shape in (_core.Shape.digits9(), digits9().shape):
        out = bytearray(82)
        block = _core.TextBlock(shape, text, out)
        assert block.take_plain(0, 82, 1)
        block.prepare(2)
        assert block.solve_now(100)
        block.finish()
        outs.append((bytes(out), block.solution(0)))
    assert outs[0] == outs[1]


def test_a_crew_goes_on_from_block_to_block() -> None:
    """Lanes are not empty in between; each block is done when its own puzzles are, whatever it is
    made of: text, values, puzzles of another size between them.
    """
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    lines = [UNIQUE9, hard, "." * 81, "11" + "." * 79]
    crew = _core.Crew(2)
    blocks: list[tuple[_core.TextBlock, bytearray, list[str]]] = []
    for number in range(40):
        size = (1, 700, 0, 2500, 17)[number % 5]
        some = [lines[(number + i // 3) % 4] for i in range(size)]
        text = "".join(f"{line}\n" for line in some).encode()
        out = bytearray(len(text))
        block = _core.TextBlock(digits9().shape, text, out)
        assert block.take(0, len(text), size, False) == len(text)
        if number % 7 == 3:
            four = _core.TextBlock(shape4(), b"", bytearray())
            four.add(bytes(16))
            four.prepare(300)
            crew.start(four)
        if number % 4 == 2:
            block.add(bytes(80) + b"\1")
            some.append("." * 81)
        block.prepare(2)
        crew.start(block)
        blocks.append((block, out, some))
    expected = dict(zip(lines, (1, 1, 2, 0), strict=True))
    for block, out, some in blocks:
        while not crew.wait(block, 0.01):
            pass
        block.finish()
        assert [block.count(i) for i in range(len(block))] == [expected[line] for line in some]
        solved = out.decode().split()
        for line, solution in zip(some, solved, strict=False):
            if expected[line]:
                assert all(c in (".", s) for c, s in zip(line, solution, strict=True))
                assert set(solution[:9]) == set("123456789")
            else:
                assert solution == line
    crew.close()


def test_a_block_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="expected an output as long as the text"):
        _core.TextBlock(shape4(), b"1234", bytearray(3))
    with pytest.raises(BufferError):
        _core.TextBlock(shape4(), b"1234", memoryview(b"1234"))  # cannot be written to
    with pytest.raises(BufferError):
        _core.TextBlock(shape4(), b"1234", b"5678")
    block = _core.TextBlock(shape4(), b"1234", bytearray(4))
    for start, end in ((0, 5), (3, 2)):
        with pytest.raises(ValueError, match="expected a part of the text"):
            block.take(start, end, 1, True)
        with pytest.raises(ValueError, match="expected a part of the text"):
            block.leave(start, end)
        with pytest.raises(ValueError, match="expected a part of the text"):
            block.keep(start, end)
    with pytest.raises(ValueError, match="expected a value for each cell"):
        block.add(bytes(15))
    with pytest.raises(ValueError, match="expected values from 0 to the size"):
        block.add(bytes([5] * 16))
    rows = memoryview(bytes(32)).cast("B", (2, 16))
    for first, number in ((0, 3), (3, 0), (2, 1)):
        with pytest.raises(ValueError, match="expected rows of the array"):
            _core.ValueBlock(shape4(), rows, bytearray(32), first, number)
    with pytest.raises(ValueError, match="expected rows of bytes"):
        _core.ValueBlock(shape4(), rows.cast("B"), bytearray(32), 0, 1)


def test_a_block_is_asked_in_order() -> None:
    block = _core.TextBlock(shape4(), b"", bytearray())
    block.add(bytes(16))
    crew = _core.Crew(2)
    reads = [
        block.counts,
        block.tally,
        *(
            partial(ask, 0)
            for ask in (block.exceptions, block.count, block.has_solution, block.solution)
        ),
    ]
    for ask in (partial(crew.start, block), partial(block.solve_now, 1), block.finish, *reads):
        with pytest.raises(ValueError, match="expected a block that is prepared"):
            ask()
    for limit in (0, UNANSWERED):
        with pytest.raises(ValueError, match="expected a limit from 1 to"):
            block.prepare(limit)
    block.prepare(300)
    fills = [
        partial(block.prepare, 1),
        partial(block.add, bytes(16)),
        partial(block.take, 0, 0, 1, True),
        partial(block.leave, 0, 0),
    ]
    for ask in fills:
        with pytest.raises(ValueError, match="expected a block that is not prepared yet"):
            ask()
    for ask in reads:
        with pytest.raises(ValueError, match="expected a block that is done"):
            ask()
    crew.start(block)
    while not crew.wait(block, 0.01):
        pass
    block.finish()
    block.finish()
    for ask in fills:
        with pytest.raises(ValueError, match="expected a block that is not prepared yet"):
            ask()
    with pytest.raises(ValueError, match="expected a block that is prepared, and not started"):
        crew.start(block)
    assert (block.count(0), block.place(0), block.exceptions(287)) == (288, None, [0])
    for ask in (block.count, block.place, block.solution):
        with pytest.raises(IndexError, match="expected a puzzle of the block"):
            ask(1)
    crew.close()
    another = _core.TextBlock(shape4(), b"", bytearray())
    another.prepare(1)
    with pytest.raises(RuntimeError, match="this crew is closed"):
        crew.start(another)
    assert crew.wait(block, 0.0)
    with pytest.raises(ValueError, match="expected a thread or more"):
        _core.Crew(0)


def test_a_block_that_is_worked_on_is_left_alone() -> None:
    block = endless_block()
    block.prepare(2**32 - 2)
    crew = _core.Crew(1)
    crew.start(block)
    for ask in (
        partial(crew.start, block),
        partial(_core.Crew(1).start, block),
        partial(block.prepare, 1),
        partial(block.solve_now, 1),
        partial(block.keep, 0, 0),
        block.finish,
        block.counts,
        block.skipped,
    ):
        with pytest.raises(ValueError, match=r"^expected a block"):
            ask()
    assert block.answered == 0
    crew.close()
    block.finish()
    assert block.count(0) == UNANSWERED


def test_an_output_is_bytes_only_when_nobody_can_change_them() -> None:
    output = _core.Output(5)
    block = _core.TextBlock(shape4(), b"12345", output)
    block.keep(0, 5)
    with pytest.raises(BufferError, match="expected an output that nobody holds"):
        output.to_bytes()
    del block
    with memoryview(output) as view:
        assert bytes(view) == b"12345"
        with pytest.raises(BufferError, match="expected an output that nobody holds"):
            output.to_bytes()
    assert output.to_bytes() == b"12345"
    with pytest.raises(BufferError, match="expected an output that is not given away"):
        memoryview(output)
    with pytest.raises(ValueError, match="expected an output that is not given away"):
        output.to_bytes()


EMPTY_LINES = [b"\n", b"\r\n", b" \t\n", b"#\n", b" # \x01 x\r\n", b"\r\r\n", b"#\r#\n", b"\x0b\n"]
OTHER_LINES = [b"# \xc3\xa9\n", b"#\0\n", b"x\n", b"#" + b"x" * (1 << 20) + b"\n"]


def test_empty_lines_are_skipped() -> None:
    plain = UNIQUE4.encode() + b"\n"
    parts = [plain, *EMPTY_LINES, plain, b"# end"]
    text = b"".join(parts)
    out = bytearray(len(text))
    block = _core.TextBlock(shape4(), text, out)
    assert block.take(0, len(text), 10, False) == 17
    block = _core.TextBlock(shape4(), text, out)
    assert block.take(0, len(text), 10, True) == len(text)
    assert (len(block), block.lines) == (2, len(parts))
    assert block.skipped() == [(17, len(text) - 22), (len(text) - 5, len(text))]
    assert block.skipped_bytes == len(text) - 34
    block.prepare(1)
    block.finish()
    assert bytes(out) == text
    for line in OTHER_LINES:
        block = _core.TextBlock(shape4(), line, bytearray(len(line)))
        assert block.take(0, len(line), 10, True) == 0


def test_plain_lines_are_taken_together_or_not_at_all() -> None:
    plain = UNIQUE4.encode() + b"\n"
    text = plain * 3
    block = _core.TextBlock(shape4(), text, bytearray(len(text)))
    assert not block.take_plain(0, len(text), 2)  # too many
    assert not block.take_plain(0, 0, 2)
    assert not block.take_plain(0, len(plain) - 1, 2)
    assert len(block) == block.lines == 0
    assert block.take_plain(len(plain), len(text), 2)
    assert (len(block), block.lines, block.place(0)) == (2, 2, len(plain))
    with pytest.raises(ValueError, match="expected a part of the text"):
        block.take_plain(0, len(text) + 1, 9)
    shown = UNIQUE4.encode()
    for other in (b"\n", shown, shown + b"\r\n", shown[:-1] + b"\r\n", shown + b" x\n", b"#" * 17):
        odd = plain + other
        block = _core.TextBlock(shape4(), odd, bytearray(len(odd)))
        assert not block.take_plain(0, len(odd), 9), other
        assert len(block) == 0


def test_lines_that_are_left() -> None:
    text = b"".join([*EMPTY_LINES, *OTHER_LINES, b"y\n", UNIQUE4.encode()])
    out = bytearray(len(text))
    block = _core.TextBlock(shape4(), text, out)
    block.leave(0, len(text))
    assert len(block) == 3
    block.prepare(1)
    block.finish()
    assert bytes(out) == text
    assert block.tally() == (len(block), 0, 0, 0)
    assert block.exceptions(1) == list(range(len(block)))
    assert block.place(0) is None


def endless_block() -> _core.TextBlock:
    block = _core.TextBlock(shape_of(Geometry(16)), b"", bytearray())
    block.add(bytes(256))
    return block


def test_a_crew_that_is_dropped_ends_its_work() -> None:
    block = _core.TextBlock(shape4(), b"", bytearray())
    endless = endless_block()
    for one in (endless, block):
        one.prepare(2**32 - 2)
    crew = _core.Crew(2)
    crew.start(endless)
    crew.start(block)
    assert not crew.wait(endless, 0.01)
    del crew, endless, block


def test_a_crew_of_one_works_while_it_is_waited_for() -> None:
    """On 9x9: on the others it works in a thread, also beside a 9x9 that is laid down."""
    text = b"." * 81 + b"\n" + b"12345678." + b"." * 72 + b"\n"
    out = bytearray(len(text))
    nine = _core.TextBlock(digits9().shape, text, out)
    assert nine.take(0, len(text), 10, False) == len(text)
    four = _core.TextBlock(shape4(), b"", bytearray())
    four.add(bytes(16))
    nine.prepare(2**32 - 2)
    four.prepare(300)
    crew = _core.Crew(1, works_here=True)
    crew.start(nine)
    assert not crew.wait(nine, 0.0)
    crew.start(four)
    while not crew.wait(four, 0.01):
        pass
    assert four.count(0) == 288
    assert not crew.wait(nine, 0.01)
    crew.stop()
    assert crew.wait(nine, 0.0)
    nine.finish()
    assert (nine.count(0), nine.count(1)) == (UNANSWERED, UNANSWERED)
    assert bytes(out) == text
    crew.close()


def test_a_crew_of_one_is_dropped_with_work_in_its_hands() -> None:
    text = b"." * 81
    nine = _core.TextBlock(digits9().shape, text, bytearray(len(text)))
    assert nine.take(0, len(text), 10, False) == len(text)
    nine.prepare(2**32 - 2)
    crew = _core.Crew(1, works_here=True)
    crew.start(nine)
    assert not crew.wait(nine, 0.001)
    del crew
    nine.finish()
    again = _core.TextBlock(digits9().shape, text, bytearray(len(text)))
    assert again.take(0, len(text), 10, False) == len(text)
    again.prepare(2)
    crew = _core.Crew(1, works_here=True)
    crew.start(again)
    while not crew.wait(again, 0.01):
        pass
    assert again.count(0) == 2


def test_blocks_of_lines_that_must_be_gathered_are_smaller() -> None:
    most = 1 << 18
    plain = UNIQUE9.encode() + b"\n"
    for line, other, expected in (
        (plain, plain, most),
        (plain, UNIQUE9.encode() + b" easy\n", (1 << 16) + 10),
        (UNIQUE9.replace(".", "X").encode() + b"\n", plain, 1 << 16),
    ):
        text = line * ((1 << 16) + 10) + other * (most - (1 << 16))
        block = _core.TextBlock(digits9().shape, text, bytearray(len(text)))
        at = block.take(0, len(text), most, True)
        assert block.is_full(most)
        assert expected <= len(block) <= expected + 2  # it sees at the second one that they differ
        assert text[at - 1 : at] == b"\n"
    text4 = (UNIQUE4.encode() + b"\n") * ((1 << 16) + 1)
    block = _core.TextBlock(shape4(), text4, bytearray(len(text4)))
    assert block.take(0, len(text4), most, True) == len(text4) - 17


def test_first_blocks_are_small_where_someone_waits() -> None:
    with Flow[LineBlock](1, 1, works_here=True) as alone:
        assert alone.most == LARGEST
    with Flow[LineBlock](1, 1, works_here=True, timeout=1.0) as timed:
        assert timed.most == FIRST
    with Flow[LineBlock](2, 1) as several:
        assert several.most == FIRST
