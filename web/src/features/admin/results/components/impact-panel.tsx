import { Box, Flex, SimpleGrid, Skeleton, Text, Textarea } from '@mantine/core'
import type { Preview } from '@purple-sector/contracts/admin/http'
import type { ReactNode } from 'react'
import { serverMessage } from '../../../../client/api/api.ts'
import { ErrorState } from '../../../../ui/layout/state.tsx'
import type { Row } from '../api/classification.ts'
import type { DraftState } from '../api/draft.ts'
import { BoardAfter, Counts, Places } from './impact.tsx'

export const REASON_LENGTH = 500
const ONE_LINE = { input: { minHeight: 40 } }

export type PreviewState = {
  data: Preview | undefined
  error: Error | null
  isFetching: boolean
  isPending: boolean
  refetch(): void
}

const Skeletons = () => (
  <SimpleGrid cols={3} spacing={16} p={16} role="status" aria-label="Working out what would change">
    {[0, 1, 2].map((index) => (
      <div key={index}>
        <Skeleton width={64} height={26} />
        <Skeleton width={84} height={10} />
      </div>
    ))}
  </SimpleGrid>
)

const Note = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" py={14} px={16}>
    {children}
  </Text>
)

const Outcome = ({ preview, state }: { preview: PreviewState; state: DraftState }) => {
  if (!state.createsRevision) return <Note>Nothing: this is revision {state.revision}, as it is published.</Note>
  if (state.problems.length > 0) return <Note>Fix what couldn’t be read to see what would change.</Note>
  if (!state.canPublish) return <Note>Every car is left out. Place at least one, or choose Cancelled.</Note>
  if (preview.error)
    return (
      <ErrorState
        order={3}
        title="Couldn’t work out what would change"
        message={serverMessage(preview.error, 'We can’t reach race control.')}
        onRetry={preview.refetch}
        retrying={preview.isFetching}
      />
    )
  if (!preview.data) return <Skeletons />
  return (
    <div aria-busy={preview.isFetching}>
      <Counts preview={preview.data} isFetching={preview.isFetching} />
    </div>
  )
}

/** Preview of a publication: counts, the public reason, the first three, and the leaderboard. */
export const ImpactPanel = ({
  before,
  rows,
  baseRevision,
  state,
  preview,
  reason,
  closesTipping,
  onReason,
}: {
  before: readonly Row[]
  rows: readonly Row[]
  baseRevision: number | null
  state: DraftState
  preview: PreviewState
  reason: string
  /** Whether it is the first result of a race that still accepts tips. */
  closesTipping: boolean
  onReason(reason: string): void
}) => {
  const isListed = state.canPublish && !preview.error && preview.data !== undefined
  return (
    <div className="ps-lined">
      <Outcome preview={preview} state={state} />
      <Box p="12px 16px 13px">
        <Textarea
          styles={ONE_LINE}
          label="Reason shown to fans"
          rows={1}
          maxLength={REASON_LENGTH}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
          description={
            <Flex component="span" justify="space-between" gap={12}>
              <span>
                {state.status === 'cancelled' ? 'Points from this session go.' : 'Points are replaced, never added.'}
                {closesTipping && ' Publishing closes tipping for this session.'}
              </span>
              <Box component="span" flex="none">
                {reason.length} / {REASON_LENGTH}
              </Box>
            </Flex>
          }
        />
      </Box>
      {state.status !== 'cancelled' && (
        <Places
          before={before}
          after={rows}
          revisions={[state.createsRevision ? baseRevision : null, state.revision]}
        />
      )}
      {isListed && preview.data && <BoardAfter preview={preview.data} />}
    </div>
  )
}
