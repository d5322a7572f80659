import type { Group } from '@purple-sector/contracts/groups/http'
import { type ComponentType, lazy } from 'react'

/** Dialogs about a group. */
export type GroupDialogKind =
  | 'tipping'
  | 'leaderboard'
  | 'chat'
  | 'invite'
  | 'share'
  | 'settings'
  | 'edit'
  | 'members'
  | 'untipped'
  | 'delete'

/** `weekendId` is the weekend to open, where a dialog has several. */
type GroupDialog = ComponentType<{ group: Group; weekendId?: number | undefined; onClose(): void }>

const dialog = <Name extends string>(load: () => Promise<Record<Name, GroupDialog>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

export const CreateGroupDialog = lazy(async () => ({
  default: (await import('../form/group-form-dialog.tsx')).CreateGroupDialog,
}))

/** Each dialog is a chunk of its own, loaded on first use. A dialog is open while mounted. */
export const GROUP_DIALOGS: Record<GroupDialogKind, GroupDialog> = {
  invite: dialog(() => import('../invite/invite-dialog.tsx'), 'InviteDialog'),
  share: dialog(() => import('../share/share-dialog.tsx'), 'ShareDialog'),
  edit: dialog(() => import('../form/group-form-dialog.tsx'), 'EditGroupDialog'),
  members: dialog(() => import('../members/approve-members-dialog.tsx'), 'ApproveMembersDialog'),
  untipped: dialog(() => import('../untipped/untipped-dialog.tsx'), 'UntippedDialog'),
  settings: dialog(() => import('../members/group-settings-dialog.tsx'), 'GroupSettingsDialog'),
  tipping: dialog(() => import('../tipping/group-tipping-dialog.tsx'), 'GroupTippingDialog'),
  leaderboard: dialog(() => import('../board/group-leaderboard-dialog.tsx'), 'GroupLeaderboardDialog'),
  chat: dialog(() => import('../chat/group-chat-dialog.tsx'), 'GroupChatDialog'),
  delete: dialog(() => import('../members/delete-group-dialog.tsx'), 'DeleteGroupDialog'),
}
