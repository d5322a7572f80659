import { Box, Flex, Text } from '@mantine/core'
import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSetSearchParameters } from '../../../client/browser/use-set-search-parameters.ts'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatNumber, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import { inScope, ledgerRaces, ledgerScopes } from './ledger.ts'
import { LedgerList } from './ledger-list.tsx'

type Props = {
  title: ReactNode
  entries: readonly LedgerEntry[]
  /** The races of the weekend. */
  races: readonly Race[]
  /** Groups of the user, including those without awards. */
  groups?: readonly { id: number; name: string }[]
  /** Whether a race counts in the selected competition, where known. */
  counts(race: Race, groupId: number | null): boolean
  why(race: Race, groupId: number | null): string
  /** Renders what the leaderboard says about the total of the selected competition. */
  board?: (groupId: number | null, points: number) => ReactNode
  zone: TimeZoneOption
}

/** A user's ledger in one competition, which is selected in the URL. */
export const LedgerView = ({ title, entries, races, groups, counts, why, board, zone }: Props) => {
  const [address] = useSearchParams()
  const choose = useSetSearchParameters()
  const scopes = ledgerScopes(entries, groups)
  const visible = scopes.find(({ groupId }) => String(groupId) === address.get('group')) ?? scopes[0]
  if (!visible) return null
  const { groupId, points } = visible
  return (
    <Panel
      single
      flush
      title={title}
      actions={
        scopes.length > 1 && (
          <Box maw="min(420px, 60vw)" my={6}>
            <RowSelect
              aria-label="Competition"
              value={groupId === null ? 'open' : String(groupId)}
              options={scopes.map((scope) => ({
                value: scope.groupId === null ? 'open' : String(scope.groupId),
                label: `${scope.name}, ${plural(scope.points, 'point')}`,
              }))}
              onChoose={(value) => choose({ group: value === 'open' ? '' : value })}
            />
          </Box>
        )
      }
    >
      <Flex component="p" wrap="wrap" align="baseline" rowGap={4} columnGap={12} py={14} px={16}>
        <span className="ps-figure-l">{formatNumber(points)}</span>
        <Text span inherit c="dimmed">
          points in {groupId === null ? 'the open competition' : visible.name}
          {board?.(groupId, points)}
        </Text>
      </Flex>
      <div className="ps-above">
        <LedgerList
          races={ledgerRaces(inScope(entries, groupId), races, (race) => counts(race, groupId))}
          why={(race) => why(race, groupId)}
          zone={zone}
        />
      </div>
    </Panel>
  )
}
