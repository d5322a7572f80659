import { Box, Button } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { useSetSearchParameters } from '../../../../client/browser/use-set-search-parameters.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { ledgerOfQuery } from '../../../tipping/api/ledger-queries.ts'
import { explainNoPointsToAdmin } from '../../../tipping/components/ledger.ts'
import { LedgerView } from '../../../tipping/components/ledger-view.tsx'
import { productRacesQuery } from '../../../weekend-data/api/weekend-queries.ts'
import { adminRacesQuery } from '../../base/api/admin-queries.ts'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { UserSearch } from '../../base/components/user-search.tsx'
import { WithWeekend } from '../../base/components/with-weekend.tsx'
import { peopleQuery } from '../../moderation/api/moderation-queries.ts'

const UserLedger = ({ weekend, userId }: { weekend: Weekend; userId: string }) => {
  const ledger = useQuery(ledgerOfQuery(weekend.id, userId))
  const races = useQuery(adminRacesQuery(weekend.id))
  const countingRaces = useQuery(productRacesQuery(weekend.id))
  const name = useQuery(peopleQuery([userId])).data?.find((person) => person.userId === userId)?.userName
  const failed = [ledger, races, countingRaces].find(({ data, isError }) => isError && data === undefined)
  if (failed)
    return (
      <Panel single flush>
        <QueryError title="Couldn’t load the points" query={failed} />
      </Panel>
    )
  if (!ledger.data || !races.data || !countingRaces.data) return <ListLoading title="Loading the points..." />
  const countingIds = new Set(countingRaces.data.map(({ id }) => id))
  return (
    <LedgerView
      title={name ?? 'One fan'}
      entries={ledger.data}
      races={races.data}
      counts={({ id }, groupId) => groupId === null && countingIds.has(id)}
      why={explainNoPointsToAdmin}
      zone={weekend}
    />
  )
}

const Points = ({ weekend }: { weekend: Weekend }) => {
  const [searchParams] = useSearchParams()
  const choose = useSetSearchParameters()
  const userId = searchParams.get('person')
  return (
    <>
      <SetupHead
        title="A fan’s points"
        text={`See where a fan’s points at ${weekend.name} come from.`}
        end={
          <Button
            component={Link}
            variant="outline"
            leftSection={<Icon icon={IconArrowLeft} size={16} />}
            to={tabAddress('results')}
          >
            All results
          </Button>
        }
      />
      <Panel single>
        <Box maw={480}>
          <UserSearch label="Whose points" onChoose={({ userId: person }) => choose({ person, group: '' })} />
        </Box>
      </Panel>
      <Box mt={{ base: 8, sm: 16 }}>
        {userId ? (
          <UserLedger key={userId} weekend={weekend} userId={userId} />
        ) : (
          <Panel single flush>
            <EmptyState title="No fan selected" text="Search for a fan to see where every point came from." />
          </Panel>
        )}
      </Box>
    </>
  )
}

/** Points ledger of one user, for race control. */
export const PointsView = () => (
  <WithWeekend title="A fan’s points">{(weekend) => <Points key={weekend.id} weekend={weekend} />}</WithWeekend>
)
