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
import classes from './statistics-tab.module.css'

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
          <ul className={classes.categories}>
            {distribution.map((category) => {
              const { id, name, votes } = category
              const percent = (100 * votes) / totalVotes
              return (
                <li key={id} className={classes.category} style={filledWith(id)}>
                  <span className={classes.name}>{name}</span>
                  <span className="ps-num">{plural(votes, 'vote')}</span>
                  <ShareBar percent={percent} tall className={classes.scale} />
                  <span className={classes.leader}>
                    {formatPercent(percent)} · led by {leadersOf(category)}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </Panel>
    </PanelGrid>
  )
}
