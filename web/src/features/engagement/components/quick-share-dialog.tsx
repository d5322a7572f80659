import { Flex, NativeSelect, Skeleton } from '@mantine/core'
import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { formatDayTime, plural } from '../../../ui/time/format.ts'
import { TEMPLATE_NAMES } from '../api/share-labels.ts'
import { templatesQuery } from '../api/sharing-queries.ts'
import classes from './quick-share-dialog.module.css'
import { TemplatePreview } from './template-preview.tsx'
import { useGenerateTemplate } from './use-sharing.ts'

const isType = (value: string): value is TemplateType => value in TEMPLATE_NAMES
const OPTIONS = Object.entries(TEMPLATE_NAMES).map(([value, label]) => ({ value, label }))

const Generate = ({ weekendId, onGenerated }: { weekendId: number; onGenerated(template: ShareTemplate): void }) => {
  const [type, choose] = useState<TemplateType>('leaderboard_position')
  const { mutate, isPending } = useGenerateTemplate(weekendId, onGenerated)
  return (
    <form
      className={classes.generate}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(type)
      }}
    >
      <NativeSelect
        className="ps-fill"
        label="What to share"
        data={OPTIONS}
        value={type}
        onChange={({ currentTarget: { value } }) => isType(value) && choose(value)}
      />
      <AsyncButton type="submit" loading={isPending}>
        {isPending ? 'Generating...' : 'Generate'}
      </AsyncButton>
    </form>
  )
}

type ListProps = {
  templates: readonly ShareTemplate[]
  selectedId: number
  timeZone: string
  onChoose(id: number): void
}

const TemplateList = ({ templates, selectedId: chosenTemplate, timeZone, onChoose }: ListProps) => (
  <ul className={classes.list} aria-label="Your templates">
    {templates.map(({ id, templateType, createdAt, shareCount }) => (
      <li key={id}>
        <button type="button" className={classes.row} aria-pressed={id === chosenTemplate} onClick={() => onChoose(id)}>
          <span className="ps-h3">{TEMPLATE_NAMES[templateType]}</span>
          <span className="ps-xs ps-muted">
            {formatDayTime(createdAt, { timeZone }, Date.now())} ·{' '}
            {shareCount === 0 ? 'not shared yet' : `shared ${plural(shareCount, 'time')}`}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

/** Skeleton of the preview. */
const Loading = () => (
  <Flex direction="column" gap={14} p={20} role="status" aria-label="Loading your templates...">
    <Skeleton height={272} />
    <Skeleton width="80%" />
    <Skeleton width="45%" />
    <Skeleton height={88} />
  </Flex>
)

/** The fan's share templates of a weekend: list, generate, and preview with image. */
export const QuickShareDialog = ({ weekend, onClose }: { weekend: Weekend; onClose(): void }) => {
  const templates = useQuery(templatesQuery(weekend.id))
  const [chosenId, choose] = useState<number>()
  const chosen = templates.data?.find(({ id }) => id === chosenId) ?? templates.data?.[0]
  return (
    <Dialog opened onClose={onClose} title="Social Media Templates" size="md" flush>
      <div className={classes.both}>
        <div className={classes.side}>
          <Generate weekendId={weekend.id} onGenerated={({ id }) => choose(id)} />
          {templates.data && chosen && (
            <TemplateList
              templates={templates.data}
              selectedId={chosen.id}
              timeZone={weekend.timeZone}
              onChoose={choose}
            />
          )}
        </div>
        {templates.isPending && <Loading />}
        {templates.isError && !templates.data && (
          <QueryError order={3} title="Couldn’t load your templates" query={templates} />
        )}
        {chosen && <TemplatePreview key={chosen.id} template={chosen} />}
        {templates.data?.length === 0 && (
          <EmptyState
            order={3}
            title="No templates yet"
            text={`Pick what to share and we’ll make the post and picture.`}
          />
        )}
      </div>
    </Dialog>
  )
}
