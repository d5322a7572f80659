import { catalogue } from '@purple-sector/metrics/catalogue'
import { readRules } from './files.ts'

/** Metrics of other programs that alerts and dashboards read, by program. */
const OF_OTHERS: Record<string, readonly string[]> = {
  prometheus: ['up', 'ALERTS'],
  'prom-client': ['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'process_resident_memory_bytes'],
  'blackbox exporter': ['probe_success', 'probe_ssl_earliest_cert_expiry'],
  'node exporter': ['node_filesystem_avail_bytes', 'node_filesystem_size_bytes'],
  'postgres exporter': [
    ...['pg_up', 'pg_stat_activity_count', 'pg_stat_activity_max_tx_duration', 'pg_settings_max_connections'],
    ...['pg_stat_database_xact_commit', 'pg_stat_database_xact_rollback', 'pg_stat_database_deadlocks'],
    ...['pg_stat_database_blks_hit', 'pg_stat_database_blks_read', 'pg_locks_count', 'pg_database_size_bytes'],
  ],
  'kube-state-metrics': ['kube_pod_status_ready'],
  kubelet: ['kubelet_volume_stats_available_bytes', 'kubelet_volume_stats_capacity_bytes'],
  'cert-manager': ['certmanager_certificate_expiration_timestamp_seconds'],
  'make backup': ['backup_last_success_timestamp_seconds'],
}

const seriesOf = (name: string, { type }: { type: string }): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]

/** Returns the names of all series that alerts and dashboards may read. */
export const knownMetrics = (): Set<string> =>
  new Set([
    ...Object.entries(catalogue).flatMap(([name, definition]) => seriesOf(name, definition)),
    ...readRules().records.map(({ record }) => record),
    ...Object.values(OF_OTHERS).flat(),
  ])
