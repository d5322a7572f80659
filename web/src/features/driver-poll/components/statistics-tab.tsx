import { Box, Flex, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { CSSProperties } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { ShareBar } from '../../../ui/controls/share-bar.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { formatPercent, plural } from '../../../ui/time/format.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { useFields, useResults, useStats } from '../api/poll-queries.ts'
import { leadersOf, rankByCategory } from '../api/poll-ranking.ts'
import { PollFigures } from './poll-figures.tsx'

const LABELS = { votes: 'Total votes', voters: 'Unique voters', categories: 'Categories voted' }

/** Number of votes and their distribution over the categories. */
export const StatisticsTab = ({ weekend }: { weekend: Weekend }) => {
  const stats = useStats(weekend.id)
  const results = useResults(weekend.id)
  const { fields } = useFields(weekend.id)
  const categories = useCategories()
  const failed = [stats, results].find(({ data, isError }) => isError && data === undefined)
  if (failed || !stats.data || !results.data)
    return (
      <Panel single flush>
        {failed ? (
          <QueryError title="Couldn’t load the statistics" query={failed} />
        ) : (
          <LoadingState title="Loading the statistics..." />
        )}
      </Panel>
    )
  const { totalVotes } = stats.data
  const distribution = rankByCategory(results.data, fields, undefined, categories)
  const filledWith = (id: number): CSSProperties & Record<'--fill', string | undefined> => ({
    '--fill': categories.find((category) => category.id === id)?.colour,
  })
  return (
    <PanelGrid>
      <Panel flush>
        <PollFigures stats={stats.data} categories={fields.length} size="lg" words={LABELS} />
      </Panel>
      <Panel title="Votes by category" flush={totalVotes === 0}>
        {totalVotes === 0 ? (
          <EmptyState order={3} title="No Votes Yet" text="Every vote this weekend is counted here." />
        ) : (
          <SimpleGrid
            component="ul"
            minColWidth="min(100%, 360px)"
            autoFlow="auto-fit"
            spacing={32}
            verticalSpacing={20}
          >
            {distribution.map((category) => {
              const { id, name, votes } = category
              const percent = (100 * votes) / totalVotes
              return (
                <Stack component="li" key={id} gap={4} style={filledWith(id)}>
                  <Flex align="baseline" justify="space-between" gap={12}>
                    <Box component="span" fw={540}>
                      {name}
                    </Box>
                    <span className="ps-num">{plural(votes, 'vote')}</span>
                  </Flex>
                  <ShareBar percent={percent} tall />
                  <Text size="xs" c="dimmed">
                    {formatPercent(percent)} · led by {leadersOf(category)}
                  </Text>
                </Stack>
              )
            })}
          </SimpleGrid>
        )}
      </Panel>
    </PanelGrid>
  )
}
