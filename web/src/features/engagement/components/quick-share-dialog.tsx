import { Box, Flex, NativeSelect, Skeleton } from '@mantine/core'
import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { join } from '../../../ui/base/join.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { formatDayTime, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import { useZone } from '../../session/use-zone.ts'
import { TEMPLATE_NAMES } from '../api/share-labels.ts'
import { templatesQuery } from '../api/sharing-queries.ts'
import classes from './quick-share-dialog.module.css'
import { TemplatePreview } from './template-preview.tsx'
import { useGenerateTemplate } from './use-sharing.ts'

const isType = (value: string): value is TemplateType => value in TEMPLATE_NAMES

/** What can be shared of a weekend: a season only of one of its rounds. */
const optionsOf = ({ seasonId }: Weekend) =>
  Object.entries(TEMPLATE_NAMES)
    .filter(([value]) => seasonId !== null || value !== 'season_position')
    .map(([value, label]) => ({ value, label }))

type GenerateProps = { weekend: Weekend; first: TemplateType; onGenerated(template: ShareTemplate): void }

const Generate = ({ weekend, first, onGenerated }: GenerateProps) => {
  const [type, choose] = useState(first)
  const { mutate, isPending } = useGenerateTemplate(weekend.id, onGenerated)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(type)
      }}
    >
      <Flex
        className="ps-below"
        direction={{ base: 'row', sm: 'column' }}
        align={{ base: 'flex-end', sm: 'stretch' }}
        gap={10}
        px={{ base: 16, sm: 20 }}
        py={{ base: 14, sm: 16 }}
      >
        <NativeSelect
          className="ps-fill"
          label="What to share"
          data={optionsOf(weekend)}
          value={type}
          onChange={({ currentTarget: { value } }) => isType(value) && choose(value)}
        />
        <AsyncButton type="submit" loading={isPending}>
          {isPending ? 'Generating...' : 'Generate'}
        </AsyncButton>
      </Flex>
    </form>
  )
}

const SCROLLS = { overflow: 'auto' }

type ListProps = {
  templates: readonly ShareTemplate[]
  selectedId: number
  zone: TimeZoneOption
  onChoose(id: number): void
}

const TemplateList = ({ templates, selectedId: chosenTemplate, zone, onChoose }: ListProps) => (
  <Box component="ul" className="ps-lined" mah={{ base: 174, sm: 'none' }} style={SCROLLS} aria-label="Your templates">
    {templates.map(({ id, templateType, createdAt, shareCount }) => (
      <li key={id}>
        <Box
          component="button"
          type="button"
          className={join('ps-lines', classes.row)}
          w="100%"
          mih={56}
          px={{ base: 16, sm: 20 }}
          py={9}
          aria-pressed={id === chosenTemplate}
          onClick={() => onChoose(id)}
        >
          <span className="ps-h3">{TEMPLATE_NAMES[templateType]}</span>
          <span className="ps-xs ps-muted">
            {formatDayTime(createdAt, zone, Date.now())} ·{' '}
            {shareCount === 0 ? 'not shared yet' : `shared ${plural(shareCount, 'time')}`}
          </span>
        </Box>
      </li>
    ))}
  </Box>
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

type Props = { weekend: Weekend; type?: TemplateType | undefined; onClose(): void }

/** The fan's share templates of a weekend: list, generate, and preview with image; `type` is what it begins with. */
export const QuickShareDialog = ({ weekend, type, onClose }: Props) => {
  const templates = useQuery(templatesQuery(weekend.id))
  const zone = useZone(weekend.timeZone)
  const [chosenId, choose] = useState<number>()
  const chosen =
    templates.data?.find(({ id }) => id === chosenId) ??
    templates.data?.find(({ templateType }) => templateType === type) ??
    templates.data?.[0]
  return (
    <Dialog opened onClose={onClose} title="Social Media Templates" size="md" flush>
      {/* As high as a preview, so that loading one causes no layout shift. The hairlines are what shows between. */}
      <Flex direction={{ base: 'column', sm: 'row' }} gap={1} mih={{ base: 0, sm: 500 }} pt={1} bg="var(--ps-line)">
        <Box flex="none" w={{ sm: 296 }} bg="var(--ps-sunken)">
          <Generate weekend={weekend} first={type ?? 'leaderboard_position'} onGenerated={({ id }) => choose(id)} />
          {templates.data && chosen && (
            <TemplateList templates={templates.data} selectedId={chosen.id} zone={zone} onChoose={choose} />
          )}
        </Box>
        <Box flex={{ base: 'none', sm: '1 1 0' }} miw={0} bg="var(--ps-panel)">
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
        </Box>
      </Flex>
    </Dialog>
  )
}
