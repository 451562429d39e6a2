//! Where an agent's settings are: the places of its configuration, and those that only a
//! host looks at.

use std::path::Path;

use snaphook_agents::{ConfigForm, ConfigScope};
use snaphook_core::hook::Scope;
use snaphook_settings::{Folders, Places};

use super::data::{AgentData, Layout};

/// What installers call the files of ours: any other file beside it counts as well.
const OURS: &str = "snaphook";

/// The places, for a host in these folders.
pub(super) fn places_of(data: &AgentData, world: &Folders<'_>) -> Places {
    let mut places = Places::default();
    places.folders = &[];
    places.local = false;
    places.project = world.project.map(Path::to_owned);
    for (scope, path) in paths(data) {
        let below = match scope {
            Scope::User => world.home,
            _ => world.project,
        };
        let listed = below.map(|folder| (scope, folder.join(path)));
        places.listed.extend(listed);
    }
    places
}

/// Whether a file is in one of the places.
pub(super) fn is_place_of(data: &AgentData, file: &Path) -> bool {
    let parts: Vec<_> = file.iter().filter_map(|part| part.to_str()).collect();
    paths(data).any(|(_, path)| {
        let wanted: Vec<&str> = path.split('/').collect();
        let fits = |(part, wanted): (&&str, &&str)| match wanted.strip_prefix('*') {
            Some(ending) => part.ends_with(ending),
            None => part == wanted,
        };
        parts.len() >= wanted.len()
            && parts[parts.len() - wanted.len()..]
                .iter()
                .zip(&wanted)
                .all(fits)
    })
}

/// Every place, the user's first, with `*` where any name counts.
fn paths(data: &AgentData) -> impl Iterator<Item = (Scope, String)> {
    let agent = data.agent().filter(|_| !data.without_own_places);
    let configuration = agent.map(|agent| agent.configuration);
    let own = configuration.into_iter().flat_map(|configuration| {
        configuration.files.iter().filter_map(move |file| {
            let scope = match file.scope {
                ConfigScope::User => Scope::User,
                ConfigScope::Project => Scope::Project,
                ConfigScope::Managed => return None,
            };
            Some((scope, of_host(file.path, configuration.form)))
        })
    });
    let more = |scope: Scope, paths: &'static [&'static str]| {
        paths.iter().map(move |path| (scope, (*path).to_owned()))
    };
    let mut paths: Vec<_> = own
        .chain(more(Scope::User, data.user_files))
        .chain(more(Scope::Project, data.project_files))
        .flat_map(|(scope, path)| programs_in(data, path).map(move |path| (scope, path)))
        .collect();
    paths.sort_by_key(|(scope, _)| *scope != Scope::User);
    paths.into_iter()
}

/// A place itself; of a folder of programs, a file for each event.
fn programs_in(data: &AgentData, path: String) -> impl Iterator<Item = String> {
    let events = match (data.layout, data.agent()) {
        (Layout::Programs, Some(agent)) => agent.contract(None).events,
        _ => &[],
    };
    let of_events: Vec<String> = events
        .iter()
        .map(|event| format!("{path}/{}", event.native))
        .collect();
    match of_events.is_empty() {
        true => vec![path],
        false => of_events,
    }
    .into_iter()
}

/// A path of the installers as a place for any file.
fn of_host(path: &str, form: ConfigForm) -> String {
    match form {
        ConfigForm::PluginFolder => format!("{}/hooks/hooks.json", path.replace(OURS, "*")),
        _ => path.replace(&format!("{OURS}.json"), "*.json"),
    }
}
