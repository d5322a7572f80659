import { Box, Flex, SimpleGrid } from '@mantine/core'
import { formatNumber } from '../time/format.ts'

const TALL_PX = 38

/** The height of each bar in px: the best is full, zero is a line of 2 px. */
export const barHeights = (points: readonly number[]): number[] => {
  const best = Math.max(...points, 1)
  return points.map((value) => (value <= 0 ? 2 : Math.max(2, Math.round((value / best) * TALL_PX))))
}

/** Recent form: up to five bars with their numbers, oldest first; positive ones green. */
export const FormBars = ({ points, label = 'Recent form' }: { points: readonly number[]; label?: string }) => {
  const lastPoints = points.slice(-5)
  const heights = barHeights(lastPoints)
  return (
    <SimpleGrid component="ol" cols={5} spacing={6} h="100%" mih={62} aria-label={label}>
      {lastPoints.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their index
        <Flex key={index} component="li" direction="column" align="center" justify="flex-end">
          <Box w={26} h={heights[index]} bg={value > 0 ? 'var(--ps-green)' : 'var(--ps-line-2)'} aria-hidden="true" />
          <b className={value > 0 ? 'ps-num ps-good' : 'ps-num ps-faint'}>{formatNumber(value)}</b>
        </Flex>
      ))}
    </SimpleGrid>
  )
}
