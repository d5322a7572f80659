import { Button } from '@mantine/core'
import { PhoneBar } from '../../../../ui/layout/phone-bar.tsx'
import { plural } from '../../../../ui/time/format.ts'
import type { Draft, DraftState } from '../api/draft.ts'
import { type EditorActions, PublishButton } from './editor-head.tsx'
import type { PreviewState } from './impact-panel.tsx'

const describeOutcome = (state: DraftState, preview: PreviewState): string => {
  if (!state.createsRevision) return 'Nothing changed'
  if (state.problems.length > 0) return plural(state.problems.length, 'entry to correct', 'entries to correct')
  if (preview.error) return 'Couldn’t work out what would change'
  return preview.data ? `${plural(preview.data.participantsChanged, 'fan')} rescored` : 'Working out what would change'
}

/** Bar with Preview and Publish, above a phone's bottom bar. */
export const EditorBar = ({
  draft: { base },
  state,
  preview,
  actions,
  onPreview,
}: {
  draft: Draft
  state: DraftState
  preview: PreviewState
  actions: EditorActions
  onPreview(): void
}) => {
  const revision = state.createsRevision ? (
    <span className="ps-slow">Revision {state.revision} · draft</span>
  ) : (
    base && (
      <span>
        Revision {base.revision} · {base.status}
      </span>
    )
  )
  return (
    <PhoneBar
      words={
        <>
          <span>{describeOutcome(state, preview)}</span>
          {revision}
        </>
      }
    >
      <Button variant="outline" onClick={onPreview}>
        Preview
      </Button>
      <PublishButton state={state} actions={actions} />
    </PhoneBar>
  )
}
