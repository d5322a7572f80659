import { Badge, Box, Button } from '@mantine/core'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { dataRows } from '../../../ui/racing/data-row.tsx'
import type { TimeZoneOption } from '../../../ui/time/format.ts'
import { MyTipRow, type TipGroup } from './my-tip-row.tsx'

const ROWS = dataRows('54px minmax(0, 1fr) auto', 58)

type Props = {
  title: string
  /** Tips of the open competition have no group. */
  tips: readonly { tip: Tip; group?: TipGroup | undefined }[]
  zone: TimeZoneOption
  /** URL of the page for such tips, and the label of the link. */
  linkTo: string
  linkLabel: string
  /** Called before a link is followed. */
  onLink?(): void
  /** The empty state. */
  emptyState: { title: string; text: string; action: string }
  /** Rendered below the tips. */
  children?: ReactNode
}

/** Tips of one kind, with a link to the page where they are submitted. */
export const TipsPanel = ({ title, tips, zone, linkTo, linkLabel, onLink, emptyState, children }: Props) => (
  <Panel
    title={title}
    span={6}
    adornment={<Badge size="sm">{tips.length}</Badge>}
    actions={
      <Box component={Link} className="ps-way" c="var(--ps-ink)" to={linkTo} onClick={onLink}>
        {linkLabel} <Icon icon={IconArrowRight} size={16} className="ps-faint" />
      </Box>
    }
    flush
  >
    {tips.length > 0 ? (
      <ul className="ps-lined" style={ROWS}>
        {tips.map(({ tip, group }) => (
          <MyTipRow key={tip.id} tip={tip} group={group} zone={zone} />
        ))}
      </ul>
    ) : (
      <EmptyState
        order={3}
        title={emptyState.title}
        text={emptyState.text}
        action={
          <Button component={Link} to={linkTo} onClick={onLink} variant="outline" size="sm">
            {emptyState.action}
          </Button>
        }
      />
    )}
    {children}
  </Panel>
)
