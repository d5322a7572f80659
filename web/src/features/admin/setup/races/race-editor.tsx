import { Button } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconHistory } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useServerForm } from '../../../../client/api/use-server-form.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { FormFoot } from '../../../../ui/dialogs/form-foot.tsx'
import { ImageField, imageError } from './image-field.tsx'
import { RaceFields } from './race-fields.tsx'
import { draftOf, emptyRace, explainFixed, isComplete, patchBody, type RaceDraft, raceErrors } from './race-form.ts'
import { canReopen } from './race-labels.ts'
import { useCreateRace, useUpdateRace, useUploadRaceImage } from './race-mutations.ts'

export type RaceTask = { kind: 'session' | 'race'; categoryId: number | null } | { kind: 'edit'; race: Race }

const LABELS = {
  session: { title: 'Create Session', send: 'Create Session', busy: 'Creating...' },
  race: { title: 'Create race', send: 'Create race', busy: 'Creating...' },
  edit: { title: 'Edit race', send: 'Save', busy: 'Saving...' },
}

/** Form fields by error code, for errors that name no field. */
const FIELD_OF = { CATEGORY_ARCHIVED: 'category', TOO_LARGE: 'image', startTime: 'starts', scheduledTime: 'starts' }

type Frame = (parts: { title: string; body: ReactNode; foot: ReactNode }) => ReactNode

type Props = {
  task: RaceTask
  weekend: Weekend
  /** The current state of an edited race, which may lock meanwhile. */
  present: Race | undefined
  onClose(): void
  onReopen(race: Race): void
  /** Panel beside the list, or sheet on a phone. */
  frame: Frame
}

/** Creates or edits a session or race, with the image of its category. */
export const RaceEditor = ({ task, weekend, present, onClose, onReopen, frame }: Props) => {
  const id = useId()
  const { timeZone } = weekend
  // Saved, but its image was rejected: the form stays open and does not save the race again.
  const [saved, setSaved] = useState<Race>()
  const stored = saved ?? (task.kind === 'edit' ? task.race : undefined)
  const kind = stored ? 'edit' : task.kind
  const before = saved
    ? draftOf(saved, timeZone)
    : task.kind === 'edit'
      ? draftOf(task.race, timeZone)
      : emptyRace(task.kind, task.categoryId)
  const form = useServerForm<RaceDraft>(before, (draft) => raceErrors(draft, timeZone), FIELD_OF)
  const [file, setFile] = useState<File | null>(null)
  const create = useCreateRace()
  const update = useUpdateRace()
  const upload = useUploadRaceImage()

  const race = present ?? stored
  const fixed = race && explainFixed(race)
  // Fixed fields are shown and sent unchanged, even when the race locked during editing.
  const { category, sessionType, points } = before
  const draft = fixed ? { ...form.values, category, sessionType, points } : form.values
  const isBusy = create.isPending || update.isPending || upload.isPending
  const words = LABELS[kind]

  const choose = (chosenFile: File | null) => {
    setFile(chosenFile)
    // The server's error was about the previous image.
    form.setValues({})
  }
  const stay = (savedRace: Race, error: unknown) => {
    setSaved(savedRace)
    form.refuse(error)
  }
  const finish = (savedRace: Race) => {
    if (!file) return onClose()
    upload.mutate(
      { raceId: savedRace.id, image: file },
      { onSuccess: onClose, onError: (error) => stay(savedRace, error) },
    )
  }
  const send = () => {
    if (file && imageError(file)) return
    if (!stored) {
      if (task.kind !== 'edit')
        create.mutate({ kind: task.kind, draft, weekend }, { onSuccess: finish, onError: form.refuse })
      return
    }
    const body = patchBody(before, draft, timeZone)
    if (Object.keys(body).length === 0) finish(stored)
    else update.mutate({ id: stored.id, body }, { onSuccess: finish, onError: form.refuse })
  }

  return frame({
    title: words.title,
    body: (
      <RaceFields
        id={id}
        kind={kind}
        weekend={weekend}
        draft={draft}
        form={form}
        onSubmit={form.onSubmit(send)}
        fixed={fixed}
        isLocked={race?.locked ?? false}
      >
        <ImageField
          file={file}
          present={race?.categoryImage ?? null}
          serverError={form.errors.image}
          onChoose={choose}
        />
      </RaceFields>
    ),
    foot: (
      <>
        {race && canReopen(race) && (
          <Button variant="quiet" leftSection={<Icon icon={IconHistory} size={16} />} onClick={() => onReopen(race)}>
            Reopen
          </Button>
        )}
        <FormFoot
          id={id}
          onClose={onClose}
          isBusy={isBusy}
          send={words.send}
          busy={words.busy}
          disabled={!isComplete(draft)}
        />
      </>
    ),
  })
}
