-- A project's migrations configure the REST service by `alter role authenticator set pgrst.…`, as role postgres.
-- Postgres allows it to a role that may administer authenticator and may set the parameter, which nothing has
-- declared: only a superuser may grant these. Without one, the owner of the database sets them.

do $$
declare
  name text;
begin
  if current_setting('server_version_num')::int >= 160000
    and not pg_catalog.pg_has_role('postgres', 'authenticator', 'member with admin option')
  then
    grant authenticator to postgres with admin option;
  end if;
  foreach name in array array['client_error_verbosity', 'db_aggregates_enabled', 'db_anon_role',
    'db_extra_search_path', 'db_hoisted_tx_settings', 'db_max_rows', 'db_plan_enabled', 'db_pre_config',
    'db_pre_request', 'db_prepared_statements', 'db_root_spec', 'db_schemas', 'db_tx_end', 'jwt_aud',
    'jwt_cache_max_lifetime', 'jwt_role_claim_key', 'jwt_secret', 'jwt_secret_is_base64', 'openapi_mode',
    'openapi_security_active', 'openapi_server_proxy_uri', 'server_cors_allowed_origins',
    'server_timing_enabled', 'server_trace_header', 'url_use_legacy_target_names']
  loop
    if not pg_catalog.has_parameter_privilege('postgres', 'pgrst.' || name, 'set') then
      execute format('grant set on parameter %I.%I to postgres', 'pgrst', name);
    end if;
  end loop;
exception when insufficient_privilege then
  null;
end
$$;
