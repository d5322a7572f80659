import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { plural } from '../../../ui/time/format.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { CategoryMark } from '../../weekend-data/components/category-mark.tsx'
import { CategorySelect, useCategoryFilter } from '../../weekend-data/components/category-select.tsx'
import { useFields, useOwnVote, useResults } from '../api/poll-queries.ts'
import { type CategoryRanking, rankByCategory } from '../api/poll-ranking.ts'
import { PollBar } from './poll-bar.tsx'
import { PollHead } from './poll-head.tsx'

/** Minimum votes of a category from which its panel shows shares. */
const MIN_VOTES_FOR_SHARES = 10

const Drivers = ({
  category: { drivers, votes },
  as: layout,
}: {
  category: Pick<CategoryRanking, 'drivers' | 'votes'>
  as: 'row' | 'bar'
}) => (
  <Stack component="ul" className={layout === 'row' ? 'ps-lined' : undefined} gap={layout === 'row' ? 0 : 8}>
    {drivers.map((driver) => (
      <PollBar
        key={driver.driverName}
        driver={driver}
        layout={layout}
        hasShare={layout === 'row' || votes >= MIN_VOTES_FOR_SHARES}
      />
    ))}
  </Stack>
)

/** Poll results: the main category in rows, the others in panels below; only the selected category, if any. */
export const ResultsTab = ({ weekend }: { weekend: Weekend }) => {
  const results = useResults(weekend.id)
  const vote = useOwnVote(weekend.id).data
  const { fields } = useFields(weekend.id)
  const categories = useCategories()
  const chosenId = useCategoryFilter()
  if (!results.data)
    return (
      <Panel single flush>
        {results.isError ? (
          <QueryError title="Couldn’t load the results" query={results} />
        ) : (
          <LoadingState title="Loading the results...">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={40} />
            ))}
          </LoadingState>
        )}
      </Panel>
    )
  const categoryRankings = rankByCategory(results.data, fields, vote, categories)
  const [main, ...otherRankings] =
    chosenId === null ? categoryRankings : categoryRankings.filter(({ id }) => id === chosenId)
  const name = (id: number, text: string) => (
    <>
      <CategoryMark category={categories.find((category) => category.id === id)} />
      {text}
    </>
  )
  const select = categoryRankings.length > 0 && (
    <CategorySelect items={categoryRankings.map(({ id, name: category }) => ({ categoryId: id, category }))} />
  )
  if (!main)
    return (
      <Panel single flush>
        {select && <PollHead title="Results" beside={null} select={select} />}
        <EmptyState
          title="No Votes Yet"
          text={
            categoryRankings.length > 0
              ? 'No votes in this category.'
              : `Be the first to vote for the best driver of ${weekend.name}.`
          }
          action={
            weekend.status === 'completed' ? undefined : (
              <Button component={Link} variant="outline" size="sm" to="?tab=vote">
                Vote
              </Button>
            )
          }
        />
      </Panel>
    )
  return (
    <PanelGrid>
      <Panel flush>
        <PollHead
          title={name(main.id, main.name)}
          beside={<Badge variant="plain">{plural(main.votes, 'vote')}</Badge>}
          select={select}
        />
        <Drivers category={main} as="row" />
        <Text variant="note" className="ps-above" px={16} py={10}>
          Percentages are of all votes this weekend.
        </Text>
      </Panel>
      {otherRankings.map((category) => (
        <Panel
          key={category.id}
          span={4}
          title={name(category.id, category.name)}
          actions={plural(category.votes, 'vote')}
        >
          <Drivers category={category} as="bar" />
        </Panel>
      ))}
    </PanelGrid>
  )
}
