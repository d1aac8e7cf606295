"""Settings: defaults < file < environment, and nothing misspelt is ignored."""

import pytest

from ops.settings import engine_config, is_loopback, list_settings, load_settings
from scopes.errors import InvalidError


def write(tmp_path, text):
    path = tmp_path / "muniment.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_environment_overrides_file_overrides_default(tmp_path):
    path = write(tmp_path, "[server]\nport = 9001\nworkers = 3\n")
    settings = load_settings({"MUNIMENT_SERVER_PORT": "9002"}, path)
    assert (settings.server.port, settings.server.workers, settings.limits.id_bytes) == (9002, 3, 512)


def test_the_environment_names_the_file(tmp_path):
    path = write(tmp_path, '[logs]\nlevel = "debug"\n')
    assert load_settings({"MUNIMENT_CONFIG": str(path)}).logs.level == "debug"


@pytest.mark.parametrize(
    ("text", "field"),
    [("[server]\nprot = 1\n", "server.prot"), ("[sever]\nport = 1\n", "sever"), ("server = 1\n", "server")],
)
def test_an_unknown_key_of_the_file_is_named(tmp_path, text, field):
    with pytest.raises(InvalidError) as caught:
        load_settings({}, write(tmp_path, text))
    assert caught.value.field == field


def test_an_unknown_variable_is_named_with_the_nearest():
    with pytest.raises(InvalidError, match="did you mean MUNIMENT_SERVER_PORT") as caught:
        load_settings({"MUNIMENT_SERVER_PROT": "1"})
    assert caught.value.field == "MUNIMENT_SERVER_PROT"


def test_the_links_kubernetes_adds_are_no_settings():
    links = {
        "MUNIMENT_SERVICE_HOST": "10.0.0.1",
        "MUNIMENT_SERVICE_PORT_HTTP": "80",
        "MUNIMENT_PORT": "tcp://10.0.0.1:80",
        "MUNIMENT_PORT_80_TCP_ADDR": "10.0.0.1",
    }
    assert load_settings(links) == load_settings({})


@pytest.mark.parametrize("text", ["0", "70000", "eighty", "8080.5"])
def test_a_value_out_of_range_names_its_key(text):
    with pytest.raises(InvalidError) as caught:
        load_settings({"MUNIMENT_SERVER_PORT": text})
    assert caught.value.field == "server.port"


def test_an_empty_variable_sets_nothing():
    assert load_settings({"MUNIMENT_AUDIT_KEY_FILE": ""}).audit.key_file is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.1.2.3", "memory.example"])
def test_authentication_is_not_off_where_others_can_reach(host):
    with pytest.raises(InvalidError) as caught:
        load_settings({"MUNIMENT_SERVER_AUTH": "false", "MUNIMENT_SERVER_HOST": host})
    assert caught.value.field == "server.auth"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])
def test_loopback_addresses_are_known(host):
    assert is_loopback(host)
    assert not load_settings({"MUNIMENT_SERVER_AUTH": "false", "MUNIMENT_SERVER_HOST": host}).server.auth


def test_a_file_that_is_no_toml_is_an_error_that_names_it(tmp_path):
    path = write(tmp_path, "[server")
    with pytest.raises(InvalidError) as caught:
        load_settings({}, path)
    assert caught.value.field == "config" and str(path) in caught.value.detail


def test_every_setting_is_described_and_can_be_set_to_its_default():
    listed = list_settings()
    assert all(setting.description.endswith(".") for setting in listed)
    environ = {setting.variable: str(setting.default) for setting in listed if setting.default is not None}
    assert load_settings(environ) == load_settings({})


def test_the_engine_is_told_its_part():
    settings = load_settings({"MUNIMENT_IDEMPOTENCY_HOURS": "2", "MUNIMENT_DATA_DIRECTORY": "/srv/memory"})
    config = engine_config(settings)
    assert (config.data, config.reply_seconds, config.waiting_writes) == ("/srv/memory", 7200, 256)


def test_what_the_notary_adds_comes_from_a_table_or_a_variable(tmp_path):
    path = write(tmp_path, '[notary]\npii = true\n[notary.patterns]\nemployee-number = "EMP-[0-9]{6}"\n')
    from_file = engine_config(load_settings({}, path)).notary
    variables = {"MUNIMENT_NOTARY_PII": "true", "MUNIMENT_NOTARY_PATTERNS": '{"employee-number": "EMP-[0-9]{6}"}'}
    from_environment = engine_config(load_settings(variables)).notary
    assert from_file == from_environment
    assert (from_file.pii, [pattern.rule for pattern in from_file.patterns]) == (True, ["employee-number"])
    assert not engine_config(load_settings({})).notary.pii


@pytest.mark.parametrize("pattern", ["(", "x*", "(a+)+b"])
def test_a_pattern_that_can_not_be_stops_the_start_and_is_named(tmp_path, pattern):
    with pytest.raises(InvalidError) as caught:
        load_settings({}, write(tmp_path, f'[notary.patterns]\nown = "{pattern}"\n'))
    assert caught.value.field == "notary.patterns.own"


@pytest.mark.parametrize("text", ["x", '["x"]', '{"own": 1}'])
def test_a_variable_of_patterns_that_is_no_table_is_refused(text):
    with pytest.raises(InvalidError) as caught:
        load_settings({"MUNIMENT_NOTARY_PATTERNS": text})
    assert (caught.value.field or "").startswith("notary.patterns")
