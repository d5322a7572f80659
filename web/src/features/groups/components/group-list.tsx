import { Skeleton, Stack } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { ActionBar } from './group-actions.tsx'
import classes from './group-card.module.css'
import { CardFigures, CardText, GroupCard } from './group-card.tsx'
import type { GroupDialogKind } from './group-dialogs.tsx'

/** Grid of two columns, one on a phone. */
const Cards = ({ children }: { children: ReactNode }) => <PanelGrid columns={2}>{children}</PanelGrid>

const LoadingCard = () => (
  <div className="ps-stack" aria-hidden="true">
    <CardText>
      <Stack gap={10} py={3}>
        <Skeleton width="46%" height={16} />
        <Skeleton width="70%" />
      </Stack>
      <CardFigures>
        <Skeleton width={110} height={26} />
        <Skeleton width={90} height={26} />
      </CardFigures>
      <div className={classes.points}>
        {[1, 2].map((category) => (
          <div key={category}>
            <Skeleton my={3} />
          </div>
        ))}
      </div>
    </CardText>
    <ActionBar>
      {[1, 2, 3, 4, 5, 6].map((action) => (
        <span key={action} className={classes.action}>
          <Skeleton width={20} height={20} />
          <Skeleton width={52} />
        </span>
      ))}
    </ActionBar>
  </div>
)

const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading your groups...</span>
    <Cards>
      {[1, 2, 3, 4].map((card) => (
        <LoadingCard key={card} />
      ))}
    </Cards>
  </div>
)

type Props = {
  groups: UseQueryResult<Group[]>
  /** Button that creates a group. */
  create: ReactNode
  onOpen(kind: GroupDialogKind, group: Group): void
}

/** A card for each of the user's groups. */
export const GroupList = ({ groups, create, onOpen }: Props) => {
  if (groups.isPending) return <Loading />
  if (groups.data === undefined)
    return (
      <Panel single flush>
        <QueryError title="Couldn’t load your groups" query={groups} />
      </Panel>
    )
  if (groups.data.length === 0)
    return (
      <Panel single flush>
        <EmptyState
          title="No Groups Yet"
          text="Create a group and invite your mates, or join one by its link."
          action={create}
        />
      </Panel>
    )
  return (
    <Cards>
      {groups.data.map((group) => (
        <GroupCard key={group.id} group={group} onOpen={(kind) => onOpen(kind, group)} />
      ))}
    </Cards>
  )
}
