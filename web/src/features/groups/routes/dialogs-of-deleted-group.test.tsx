import { groupReply } from '@purple-sector/testing/replies'
import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { groupServer, openGroups } from '../../../../test/render-groups.tsx'

const server = groupServer()

const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: RegExp) => {
  await press(/^Settings/)
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

/** Each dialog about a group: who sees it, how to open it, and its title. */
const DIALOGS: [string, { isAdmin: boolean; openDialog(): Promise<unknown>; title: string }][] = [
  ['Tipping', { isAdmin: false, openDialog: () => press(/^Tipping/), title: 'Pit Lane Pundits' }],
  ['Leaderboard', { isAdmin: false, openDialog: () => press(/^Leaderboard/), title: 'Pit Lane Pundits' }],
  ['Invite Users', { isAdmin: false, openDialog: () => press(/^Invite Users/), title: 'Invite User to Group' }],
  ['Share Group', { isAdmin: false, openDialog: () => press(/^Share Group/), title: 'Share Group Invitation' }],
  ['Settings', { isAdmin: false, openDialog: () => press(/^Settings/), title: 'Pit Lane Pundits settings' }],
  ['Edit Group', { isAdmin: true, openDialog: () => choose(/^Edit Group/), title: 'Edit Group' }],
  ['Approve Members', { isAdmin: true, openDialog: () => choose(/^Approve/), title: 'Approve Group Members' }],
  ['Delete Group', { isAdmin: true, openDialog: () => choose(/^Delete Group/), title: 'Delete Group' }],
]

const sendGroupFrame = (client: QueryClient, deleted: boolean) =>
  act(() =>
    receiveFrame(client, {
      type: 'group_updated',
      data: { groupId: 1, weekendId: 1, deleted, membersChanged: !deleted, rulesChanged: false },
      epoch: 'e',
    }),
  )

describe.each(DIALOGS)('%s', (_, { isAdmin, openDialog, title }) => {
  const renderGroups = async () => {
    server.serve({ groups: [groupReply({ isAdmin })] })
    const client = openGroups()
    await openDialog()
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    server.state.groups = []
    return client
  }

  test('closes with a notification when its group is deleted', async () => {
    sendGroupFrame(await renderGroups(), true)
    expect(await screen.findByText('Pit Lane Pundits was deleted')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('closes with a notification when the membership ends', async () => {
    sendGroupFrame(await renderGroups(), false)
    expect(await screen.findByText('You’re no longer in Pit Lane Pundits')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
