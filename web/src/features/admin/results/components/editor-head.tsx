import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Badge, Box, Button, Flex, SegmentedControl, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../../ui/controls/async-button.tsx'
import { tabAddress } from '../../base/api/setup-tabs.ts'
import type { Draft, DraftState, ResultStatus } from '../api/draft.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import classes from './editor-head.module.css'

const STATUSES = ['provisional', 'official', 'amended', 'cancelled'] as const

/** `Revision 2 · draft` for a draft, else the published revision. */
export const RevisionBadge = ({ draft: { base }, state }: { draft: Draft; state: DraftState }) => {
  if (state.createsRevision && (base || state.isDirty))
    return <Badge variant="yellow">Revision {state.revision} · draft</Badge>
  if (!base) return <Badge>No result yet</Badge>
  return (
    <Badge variant={RESULT_TONES[base.status]}>
      Revision {base.revision} · {base.status}
    </Badge>
  )
}

/** Returns the label of the publish button. */
export const publishLabel = (
  { status, revision }: Pick<DraftState, 'status' | 'revision'>,
  isPublishing: boolean,
): string => {
  // Without an earlier revision there is no result to withdraw: the session was abandoned.
  const isCancellation = status === 'cancelled' && revision > 1
  if (isPublishing) return isCancellation ? 'Withdrawing...' : 'Publishing...'
  return isCancellation ? 'Withdraw result' : `Publish ${status}`
}

export type EditorActions = {
  isPublishing: boolean
  /** False if there is a newer revision, invalid input, or nothing to publish. */
  canPublish: boolean
  onPublish(): void
  onDiscard(): void
}

export const PublishButton = ({ state, actions }: { state: DraftState; actions: EditorActions }) => (
  <AsyncButton
    variant={state.status === 'cancelled' ? 'danger' : 'filled'}
    loading={actions.isPublishing}
    disabled={!actions.canPublish}
    onClick={actions.onPublish}
  >
    {publishLabel(state, actions.isPublishing)}
  </AsyncButton>
)

/** Breadcrumb, revision, status and actions of the editor. */
export const EditorHead = ({
  race,
  draft,
  state,
  actions,
  onStatus,
}: {
  race: { name: string; category: string }
  draft: Draft
  state: DraftState
  actions: EditorActions
  onStatus(status: ResultStatus): void
}) => (
  <Flex
    component="header"
    display={{ base: 'block', sm: 'flex' }}
    align="flex-end"
    justify="space-between"
    wrap="wrap"
    gap="12px 24px"
    mb={{ base: 0, sm: 14 }}
    pt={{ base: 10, sm: 0 }}
    px={{ base: 16, sm: 0 }}
    pb={{ base: 12, sm: 0 }}
  >
    <div>
      <Flex component="nav" className="ps-sm ps-muted" align="center" gap={6} aria-label="Way back">
        <Anchor component={Link} className="ps-way" to={tabAddress('results')} fw={400} c="inherit">
          Results
        </Anchor>
        <Icon icon={IconChevronRight} size={14} className="ps-faint" />
        <span>{race.category}</span>
      </Flex>
      <Flex align="center" gap={12} mt={3}>
        <Title className="ps-wrap" fz={{ base: 19, sm: 22 }} lh={{ base: '24px', sm: '28px' }}>
          {race.name} results
        </Title>
        <Box component="span" visibleFrom="sm">
          <RevisionBadge draft={draft} state={state} />
        </Box>
      </Flex>
    </div>
    <Flex display={{ base: 'block', sm: 'flex' }} align="center" gap={12} mt={{ base: 10, sm: 0 }}>
      <SegmentedControl
        aria-label="Result status"
        className={classes.statuses}
        fullWidth
        data={STATUSES.map((value) => ({ value, label: RESULT_STATUSES[value] }))}
        value={state.status}
        onChange={onStatus}
      />
      <Flex component="span" align="center" gap={12} visibleFrom="sm">
        <Button variant="outline" disabled={!state.isDirty || actions.isPublishing} onClick={actions.onDiscard}>
          Discard draft
        </Button>
        <PublishButton state={state} actions={actions} />
      </Flex>
    </Flex>
  </Flex>
)
