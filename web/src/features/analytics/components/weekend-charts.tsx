import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Box, SimpleGrid, Text } from '@mantine/core'
import type { WeekendFigures } from '@purple-sector/contracts/tipping/http'
import { formatPercent } from '../../../ui/time/format.ts'

const HEIGHT = 190
/** Takes the charts out of the tab order: the hidden table offers the same data. */
const UNHEARD = { accessibilityLayer: false }
/** Maximum length of weekend names under the charts. */
const NAME_LENGTH = 12

const shortName = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name)

type Props = { weekends: readonly WeekendFigures[] }

/**
 * The data of the charts as a table for screen readers. It is wrapped, because a table cannot shrink to the size of
 * visually hidden content.
 */
const Table = ({ weekends }: Props) => (
  <table>
    <caption>Points and accuracy of each weekend</caption>
    <thead>
      <tr>
        <th scope="col">Weekend</th>
        <th scope="col">Points</th>
        <th scope="col">Accuracy</th>
      </tr>
    </thead>
    <tbody>
      {weekends.map(({ weekendId, name, points, accuracy }) => (
        <tr key={weekendId}>
          <th scope="row">{name}</th>
          <td>{points}</td>
          <td>{accuracy === null ? 'nothing scored' : formatPercent(accuracy)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Charts of points and accuracy per weekend, oldest first. */
export const WeekendCharts = ({ weekends }: Props) => {
  const data = weekends.map(({ weekendId, name, points, accuracy }) => ({
    weekendId,
    weekend: shortName(name),
    Points: points,
    Accuracy: accuracy,
  }))
  const chartProps = {
    h: HEIGHT,
    data,
    dataKey: 'weekend',
    withLegend: false,
    gridColor: 'var(--ps-line)',
    textColor: 'var(--ps-ink-3)',
    tickLine: 'none' as const,
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={1} bg="var(--ps-line)" aria-hidden="true">
        <Box p={16} miw={0} bg="var(--ps-panel)">
          <Text component="h3" variant="label" mb={12}>
            Points per weekend
          </Text>
          <BarChart
            {...chartProps}
            series={[{ name: 'Points', color: 'var(--ps-ink)' }]}
            barChartProps={UNHEARD}
            barProps={{ radius: 1, isAnimationActive: false, maxBarSize: 36 }}
          />
        </Box>
        <Box p={16} miw={0} bg="var(--ps-panel)">
          <Text component="h3" variant="label" mb={12}>
            Accuracy per weekend
          </Text>
          <LineChart
            {...chartProps}
            series={[{ name: 'Accuracy', color: 'var(--ps-green)' }]}
            lineChartProps={UNHEARD}
            yAxisProps={{ domain: [0, 100] }}
            unit="%"
            curveType="linear"
            connectNulls={false}
            lineProps={{ isAnimationActive: false }}
          />
        </Box>
      </SimpleGrid>
      <div className="ps-hidden">
        <Table weekends={weekends} />
      </div>
    </>
  )
}
