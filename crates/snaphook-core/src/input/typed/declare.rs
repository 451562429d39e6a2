//! How the structs are declared: each with its constructor, its setters and the
//! way it is written.

use crate::input::{Fields, InputError};

/// The typed input of one built-in event.
pub trait TypedInput {
    /// The event's name.
    const EVENT: &'static str;

    /// Writes the event's own fields.
    ///
    /// # Errors
    /// When a value has no JSON form.
    fn write(&self, fields: &mut Fields) -> Result<(), InputError>;
}

/// The protocol's key of a Rust field: `r#final` is `final`.
pub(super) fn key(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// Declares the struct, its constructor (required fields, in order), a setter
/// per optional field, and how it is written.
macro_rules! typed_inputs {
    ($($event:ident
        { $($(#[$about_req:meta])* $req:ident : $rty:ty),* $(,)? }
        { $($(#[$about_opt:meta])* $opt:ident : $oty:ty),* $(,)? }
    )*) => {
        $(
            #[doc = concat!("The input of `", stringify!($event), "`.")]
            #[derive(Debug, Clone, Default, PartialEq)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            #[non_exhaustive]
            pub struct $event {
                $($(#[$about_req])* pub $req: $rty,)*
                $(
                    $(#[$about_opt])*
                    #[cfg_attr(
                        feature = "schema",
                        schemars(skip_serializing_if = "Option::is_none")
                    )]
                    pub $opt: Option<$oty>,
                )*
            }

            impl $event {
                /// With its required fields.
                #[must_use]
                pub fn new($($req: impl Into<$rty>),*) -> Self {
                    Self { $($req: $req.into(),)* $($opt: None,)* }
                }

                $(
                    #[doc = concat!("Sets `", stringify!($opt), "`.")]
                    #[must_use]
                    pub fn $opt(mut self, value: impl Into<$oty>) -> Self {
                        self.$opt = Some(value.into());
                        self
                    }
                )*
            }

            impl TypedInput for $event {
                const EVENT: &'static str = stringify!($event);

                fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
                    $(fields.set(key(stringify!($req)), &self.$req)?;)*
                    $(if let Some(value) = &self.$opt { fields.set(key(stringify!($opt)), value)?; })*
                    let _ = fields;
                    Ok(())
                }
            }
        )*

        /// The JSON Schema of an event's own fields; `None` for an event that
        /// has no struct.
        #[cfg(feature = "schema")]
        pub fn schema(
            event: &str,
            generator: &mut schemars::SchemaGenerator,
        ) -> Option<schemars::Schema> {
            use schemars::JsonSchema;
            match event {
                $(stringify!($event) => Some($event::json_schema(generator)),)*
                _ => None,
            }
        }

        #[cfg(test)]
        const TYPED: &[(&str, &[&'static str], &[&'static str])] = &[
            $((stringify!($event), &[$(stringify!($req)),*], &[$(stringify!($opt)),*])),*
        ];
    };
}

pub(super) use typed_inputs;
