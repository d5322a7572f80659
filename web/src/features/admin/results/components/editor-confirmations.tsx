import type { Preview } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import type { Draft, DraftState } from '../api/draft.ts'

export type Confirmation = 'first' | 'cancel' | 'discard'

/** Whether this first result closes the tips of a race for good, even if the result is cancelled later. */
export const closesTipping = (race: Pick<Race, 'locked'>, { base }: Pick<Draft, 'base'>): boolean =>
  base === null && !race.locked

/** Whether the draft of a first result, or of one after a cancelled result, is untouched: its order is arbitrary. */
export const isUntouched = ({ base }: Pick<Draft, 'base'>, { isDirty }: Pick<DraftState, 'isDirty'>): boolean =>
  (base === null || base.status === 'cancelled') && !isDirty

/** Confirmation dialogs for actions that cannot simply be undone. */
export const EditorConfirmations = ({
  open,
  race,
  draft,
  latest,
  state,
  preview,
  isPublishing,
  onClose,
  onPublish,
  onDiscard,
}: {
  open: string | null
  race: Race
  draft: Draft
  /** The current revision. */
  latest: number | undefined
  state: DraftState
  preview: Preview | undefined
  isPublishing: boolean
  onClose(): void
  onPublish(): void
  onDiscard(): void
}) => (
  <>
    <ConfirmDialog
      opened={open === 'first'}
      onClose={onClose}
      onConfirm={onPublish}
      title={draft.base ? `Publish a result of ${race.name} again?` : `Publish the first result of ${race.name}?`}
      text={[
        isUntouched(draft, state) &&
          'The cars haven’t been put in order yet. They’re listed as the editor opened them.',
        closesTipping(race, draft) && 'This closes tipping for this session for good.',
      ]
        .filter(Boolean)
        .join(' ')}
      confirm="Publish result"
      destructive={false}
      busy={isPublishing}
    />
    <ConfirmDialog
      opened={open === 'cancel' && draft.base === null}
      onClose={onClose}
      onConfirm={onPublish}
      title={`Publish ${race.name} as cancelled?`}
      text={[
        'No one earns points from it.',
        closesTipping(race, draft) && 'This closes tipping for this session for good.',
        'A result can still be published.',
      ]
        .filter(Boolean)
        .join(' ')}
      confirm="Publish cancelled"
      busy={isPublishing}
    />
    <ConfirmDialog
      opened={open === 'cancel' && draft.base !== null}
      onClose={onClose}
      onConfirm={onPublish}
      title={`Withdraw the result of ${race.name}?`}
      text={`${preview ? `${plural(preview.participantsChanged, 'fan')} would lose their points from this session.` : 'The points from this session go.'} The tips stay, and you can publish a result again.`}
      confirm="Withdraw result"
      busy={isPublishing}
    />
    <ConfirmDialog
      opened={open === 'discard'}
      onClose={onClose}
      onConfirm={onDiscard}
      title="Discard this draft?"
      text={
        draft.base
          ? `Your changes are lost. Revision ${latest ?? draft.base.revision} stays as it is.`
          : 'What you entered is lost. Nothing has been published yet.'
      }
      confirm="Discard draft"
    />
  </>
)
