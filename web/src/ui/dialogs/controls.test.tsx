import { MantineProvider, SegmentedControl, Switch, Tabs, TextInput } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { AsyncButton } from '../controls/async-button.tsx'
import { PageTabs } from '../controls/tabs.tsx'
import { ErrorState } from '../layout/state.tsx'
import { theme } from '../theme/theme.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const renderControl = (element: React.ReactElement) =>
  render(
    <MantineProvider theme={theme}>
      <MemoryRouter>{element}</MemoryRouter>
    </MantineProvider>,
  )

test('a destructive question focuses the safe answer', async () => {
  const onConfirm = vi.fn()
  renderControl(
    <ConfirmDialog
      opened
      onClose={() => {}}
      onConfirm={onConfirm}
      title="Delete Group"
      confirm="Delete Group"
      text="?"
    />,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Delete Group' })
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' })))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('a busy button ignores clicks', () => {
  const onClick = vi.fn()
  renderControl(
    <AsyncButton loading onClick={onClick}>
      Submitting...
    </AsyncButton>,
  )
  const button = screen.getByRole('button', { name: 'Submitting...', busy: true })
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
})

test('a busy button keeps the focus and submits no form', () => {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const form = (busy: boolean) => (
    <MantineProvider theme={theme}>
      <form onSubmit={onSubmit}>
        <AsyncButton type="submit" loading={busy} disabled={busy}>
          Save
        </AsyncButton>
      </form>
    </MantineProvider>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(onSubmit).not.toHaveBeenCalled()
  rerender(form(false))
  fireEvent.click(button)
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a double click submits a form once, before anything shows that it is in progress', () => {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  renderControl(
    <form onSubmit={onSubmit}>
      <AsyncButton type="submit">Create Group</AsyncButton>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Create Group' })
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(button, { detail: 2 })
  expect(onSubmit).toHaveBeenCalledOnce()
})

test.each(['closed', 'unmounted'])('a dialog that is %s returns the focus to its opener', async (how) => {
  const page = (opened: boolean, mounted: boolean) => (
    <MantineProvider theme={theme} env="test">
      <button type="button">Delete weekend</button>
      {mounted && (
        <Dialog opened={opened} onClose={() => {}} title="Delete?">
          <button type="button" data-autofocus>
            Cancel
          </button>
        </Dialog>
      )}
    </MantineProvider>
  )
  const { rerender } = render(page(false, false))
  const opener = screen.getByRole('button', { name: 'Delete weekend' })
  opener.focus()
  rerender(page(true, true))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  rerender(page(false, how === 'closed'))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a dialog opened from a menu returns the focus to the button of the menu', async () => {
  const page = (menu: boolean, opened: boolean) => (
    <MantineProvider theme={theme} env="test">
      <button type="button" id="settings">
        Settings
      </button>
      {menu && (
        <div role="menu" aria-labelledby="settings">
          <button type="button" role="menuitem">
            Delete
          </button>
        </div>
      )}
      {opened && <Dialog opened onClose={() => {}} title="Delete?" />}
    </MantineProvider>
  )
  const { rerender } = render(page(true, false))
  screen.getByRole('menuitem').focus()
  rerender(page(true, true))
  const close = await screen.findByRole('button', { name: 'Close' })
  await waitFor(() => expect(document.activeElement).toBe(close))
  rerender(page(false, true))
  rerender(page(false, false))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Settings'))
})

test('a field is linked to its error and its hint', () => {
  renderControl(<TextInput label="Group name" description="3 to 50 characters" error="Group name is required" />)
  const input = screen.getByRole('textbox', { name: 'Group name', description: /required 3 to 50/ })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Group name is required')
})

test('a click anywhere in a switch row toggles its switch', () => {
  const onChange = vi.fn()
  renderControl(
    <Switch
      label="Private"
      description="Only invited members can join."
      checked={false}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />,
  )
  fireEvent.click(screen.getByText('Only invited members can join.'))
  expect(onChange).toHaveBeenCalledWith(true)
  expect(screen.getByRole('switch', { name: 'Private', description: 'Only invited members can join.' })).toBeTruthy()
})

test('a segmented choice is a group of radios', () => {
  const onChange = vi.fn()
  renderControl(
    <SegmentedControl
      aria-label="Status"
      value="official"
      onChange={onChange}
      data={[
        { value: 'provisional', label: 'Provisional' },
        { value: 'official', label: 'Official' },
      ]}
    />,
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Provisional' }))
  expect(onChange).toHaveBeenCalledWith('provisional')
})

test('an error state offers a retry', () => {
  const onRetry = vi.fn()
  renderControl(<ErrorState title="Couldn’t load the standings" message="503: Service Unavailable" onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('503: Service Unavailable')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

describe('tabs', () => {
  const Board = () => (
    <Tabs defaultValue="overall">
      <Tabs.List aria-label="Board">
        <Tabs.Tab value="overall">Overall</Tabs.Tab>
        <Tabs.Tab value="category">By Category</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )

  test('moves through the tabs of a dialog by the arrow keys, cyclically', () => {
    renderControl(<Board />)
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Overall' }), { key: 'ArrowLeft' })
    const category = screen.getByRole('tab', { name: 'By Category', selected: true })
    expect(document.activeElement).toBe(category)
    fireEvent.keyDown(category, { key: 'ArrowRight' })
    expect(screen.getByRole('tab', { name: 'Overall', selected: true })).toBeTruthy()
    fireEvent.keyDown(document.activeElement ?? category, { key: 'End' })
    expect(screen.getByRole('tab', { name: 'By Category', selected: true })).toBeTruthy()
    fireEvent.keyDown(document.activeElement ?? category, { key: 'Home' })
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Overall', selected: true }))
  })

  test('renders the tabs of a page as links and marks the active one', () => {
    renderControl(
      <PageTabs
        label="Setup"
        active="?tab=races"
        tabs={[
          { to: '?tab=weekends', label: 'Weekends' },
          { to: '?tab=races', label: 'Races', count: 4 },
        ]}
      />,
    )
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Races4')
    expect(screen.getByRole('link', { name: 'Weekends' }).getAttribute('href')).toBe('/?tab=weekends')
  })
})
