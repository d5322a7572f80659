import { expect, test } from 'vitest'
import { metricNames } from './metric-names.ts'

test.each([
  ['max(scoring_oldest_request_seconds) > 20', ['scoring_oldest_request_seconds']],
  ['a:b:rate5m > 14.4 * 0.001 and c', ['a:b:rate5m', 'c']],
  ['sum by (service) (rate(requests_total{route=~"/api/(tips|cars).*",status!="x y"}[5m])) / 2', ['requests_total']],
  ['dead_total - (dead_total offset 15m or dead_total * 0)', ['dead_total']],
  ['histogram_quantile(0.95, sum(rate(a_bucket[$__rate_interval])) by (le))', ['a_bucket']],
  ['time() - max(backup) > 26 * 3600 unless on (job) up', ['backup', 'up']],
  ['used / on (service) group_left (team) size', ['size', 'used']],
  ['count(ALERTS{alertstate="firing"}) or vector(0)', ['ALERTS']],
  ['vector(Inf)', []],
])('finds the metrics of %s', (expression, names) => {
  expect(metricNames(expression)).toEqual(names)
})
