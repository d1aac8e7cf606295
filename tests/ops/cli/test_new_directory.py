"""A command line that names a directory that is none of ours says so, or leaves it alone."""

import os

ALICE = ("--user", "alice")


def test_a_write_says_that_it_makes_a_directory_and_the_next_says_nothing(run, data):
    first = run("memorize", "-", *ALICE, input="Alice: I like the sea\n")
    assert first.stderr == f"a new data directory was made: {data}\n"
    assert "data directory" not in run("memorize", "-", *ALICE, input="Alice: and the lake\n").output


def test_a_read_makes_no_directory(run, data):
    assert "there is no data directory" in run("ls", *ALICE, code=66).stderr
    assert not os.path.exists(data)
    open(data, "w").close()
    assert "there is no data directory" in run("ls", *ALICE, code=66).stderr


def test_a_directory_of_other_files_is_left_alone(run, data):
    os.mkdir(data)
    open(f"{data}/photo.jpg", "w").close()
    for arguments in (("memorize", "-", *ALICE), ("ls", *ALICE)):
        assert "holds other files" in run(*arguments, input="Alice: I like the sea\n", code=66).stderr
    assert os.listdir(data) == ["photo.jpg"]
