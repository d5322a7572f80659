import { Box, Button, Flex, Text, Title } from '@mantine/core'
import type { Result } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car, Race } from '@purple-sector/contracts/weekends/http'
import { IconClipboard } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { rowsOf } from '../api/classification.ts'
import { pointsOf } from '../api/result-labels.ts'
import { useDraft } from '../api/use-draft.ts'
import { usePublish } from '../api/use-publish.ts'
import { ApplyTiming } from '../components/apply-timing.tsx'
import { ClassificationList } from '../components/classification-list.tsx'
import { EditorBar } from '../components/editor-bar.tsx'
import {
  type Confirmation,
  closesTipping,
  EditorConfirmations,
  isUntouched,
} from '../components/editor-confirmations.tsx'
import { EditorHead } from '../components/editor-head.tsx'
import { ImpactPanel } from '../components/impact-panel.tsx'
import { NewerRevisionNotice } from '../components/newer-revision-notice.tsx'
import { RestoreCancelledResult } from '../components/restore-cancelled-result.tsx'
import { RowSheet } from '../components/row-sheet.tsx'
import { usePreview } from '../components/use-preview.ts'
import { reasonAfterImport, withImport } from '../import/apply-import.ts'
import { EarlyStart } from '../import/early-start.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'

const SCROLLING = { overflow: 'auto' }

type OpenedDialog = 'read' | 'impact' | Confirmation | null

/** Editor of a race's classification: edit, preview, publish, correct, cancel. */
export const ResultEditor = ({
  race,
  cars,
  result,
}: {
  race: Race
  /** Cars of the race's category, including withdrawn ones. */
  cars: readonly Car[]
  result: Result | null
}) => {
  const [openedDialog, setOpenedDialog] = useState<OpenedDialog>(null)
  const [sheetCarId, setSheetCarId] = useState<number | null>(null)
  /** The live timing order that was applied last. */
  const [appliedTiming, setAppliedTiming] = useState<ParsedImport | null>(null)
  const publish = usePublish(race, (published) => dispatch({ type: 'published', cars, result: published }))
  const { isPending: isPublishing } = publish
  const { draft, state, dispatch, newerRevision } = useDraft({ raceId: race.id, cars, latest: result, isPublishing })
  const preview = usePreview(race, state, newerRevision !== null || isPublishing)
  const before = useMemo(() => rowsOf(cars, draft.base), [cars, draft.base])
  const close = () => setOpenedDialog(null)
  const send = () => {
    close()
    publish.mutate({ body: state.body, isCorrection: state.isCorrection })
  }
  const applyImport = (parsed: ParsedImport) =>
    dispatch({
      type: 'rows replaced',
      rows: withImport(parsed, draft.rows, cars),
      status: parsed.status,
      reason: reasonAfterImport(parsed, draft.reason),
    })
  const confirmOrPublish = () => {
    if (state.status === 'cancelled') setOpenedDialog('cancel')
    else if (closesTipping(race, draft) || isUntouched(draft, state)) setOpenedDialog('first')
    else send()
  }
  const actions = {
    isPublishing,
    canPublish: state.canPublish && newerRevision === null,
    onPublish: confirmOrPublish,
    onDiscard: () => setOpenedDialog('discard'),
  }
  const isCancelled = state.status === 'cancelled'
  const points = useMemo(() => pointsOf(race), [race])
  const impact = (
    <ImpactPanel
      before={before}
      rows={draft.rows}
      baseRevision={draft.base?.revision ?? null}
      state={state}
      preview={preview}
      reason={draft.reason}
      closesTipping={closesTipping(race, draft)}
      onReason={(reason) => dispatch({ type: 'reason typed', reason })}
    />
  )

  return (
    <Box pb={{ base: 110, sm: 0 }}>
      <EditorHead
        race={race}
        draft={draft}
        state={state}
        actions={actions}
        onStatus={(status) => dispatch({ type: 'result status set', status })}
      />
      {newerRevision && (
        <NewerRevisionNotice
          newerResult={newerRevision}
          newerRows={rowsOf(cars, newerRevision)}
          draftRows={draft.rows}
          onRebase={() => dispatch({ type: 'rebased', base: newerRevision })}
          onApply={() => dispatch({ type: 'discarded', cars, base: newerRevision })}
        />
      )}
      <Flex direction={{ base: 'column', lg: 'row' }} align={{ base: 'stretch', lg: 'flex-start' }} gap={16}>
        <Box component="section" className="ps-frame" flex={{ lg: '1 1 0' }} aria-labelledby="classification">
          <Box className="ps-head ps-below" pr={6}>
            <Title order={2} size="h4" id="classification">
              Classification
            </Title>
            <Text span size="xs" c="var(--ps-ink-3)" ml="auto" visibleFrom="md">
              Drag a row, or press Space to lift it and use the arrow keys
            </Text>
            <Text span size="xs" c="var(--ps-ink-3)" ml="auto" hiddenFrom="md">
              {plural(draft.rows.length, 'car')}
            </Text>
            <ApplyTiming
              race={race}
              onApply={(parsed) => {
                setAppliedTiming(parsed)
                applyImport(parsed)
              }}
            />
            <Button
              variant="quiet"
              size="sm"
              leftSection={<Icon icon={IconClipboard} size={16} />}
              aria-label="Read results"
              onClick={() => setOpenedDialog('read')}
            >
              <span>
                Read
                <Box component="span" visibleFrom="sm">
                  {' results'}
                </Box>
              </span>
            </Button>
          </Box>
          {appliedTiming && appliedTiming.startedAt !== null && appliedTiming.lateTips !== null && (
            <EarlyStart
              race={race}
              startedAt={appliedTiming.startedAt}
              lateTips={appliedTiming.lateTips}
              onLocked={() => setAppliedTiming(null)}
            />
          )}
          {isCancelled && (
            <Text inherit c="dimmed" className="ps-below" py={14} px={16}>
              Cancelled: no car has a position and no one earns points. The rows stay here so you can publish them
              later.
            </Text>
          )}
          {draft.base?.status === 'cancelled' && !state.isDirty && (
            <RestoreCancelledResult
              race={race}
              onApply={(cancelled) =>
                dispatch({ type: 'rows replaced', rows: rowsOf(cars, cancelled), status: null, reason: '' })
              }
            />
          )}
          {draft.rows.length === 0 ? (
            <Text inherit c="dimmed" className="ps-below" py={14} px={16}>
              No car is entered in {race.category}.
            </Text>
          ) : (
            <ClassificationList
              rows={draft.rows}
              changed={state.changed}
              points={isCancelled ? null : points}
              dispatch={dispatch}
              onOpen={setSheetCarId}
            />
          )}
          {state.problems.length > 0 && (
            <Box component="ul" className="ps-bad ps-above" py={12} px={16} fz={13} lh="20px" role="alert">
              {state.problems.map(({ carId, field, message }) => (
                <li key={`${carId} ${field}`}>{message}</li>
              ))}
            </Box>
          )}
        </Box>
        <Box
          component="aside"
          className="ps-frame"
          style={SCROLLING}
          visibleFrom="sm"
          flex="none"
          w={{ lg: 420 }}
          pos={{ lg: 'sticky' }}
          top={16}
          mah={{ lg: 'calc(100dvh - 32px)' }}
          aria-labelledby="impact"
        >
          <div className="ps-head ps-below">
            <Title order={2} size="h4" id="impact">
              What would change
            </Title>
            <Text span size="xs" c="var(--ps-ink-3)" ml="auto">
              {draft.base ? `against revision ${draft.base.revision}` : 'first result'}
            </Text>
          </div>
          {impact}
        </Box>
      </Flex>
      <EditorBar
        draft={draft}
        state={state}
        preview={preview}
        actions={actions}
        onPreview={() => setOpenedDialog('impact')}
      />

      <ImportDialog
        opened={openedDialog === 'read'}
        race={race}
        rows={draft.rows}
        cars={cars}
        onClose={close}
        onApply={applyImport}
      />
      <RowSheet carId={sheetCarId} rows={draft.rows} dispatch={dispatch} onClose={() => setSheetCarId(null)} />
      <Dialog
        opened={openedDialog === 'impact'}
        onClose={close}
        title="What would change"
        size="md"
        flush
        foot={
          <>
            <Button variant="outline" disabled={!state.isDirty} onClick={() => setOpenedDialog('discard')}>
              Discard draft
            </Button>
            <Button onClick={close}>Back to the rows</Button>
          </>
        }
      >
        {impact}
      </Dialog>
      <EditorConfirmations
        open={openedDialog}
        race={race}
        draft={draft}
        latest={result?.revision}
        state={state}
        preview={preview.data}
        isPublishing={isPublishing}
        onClose={close}
        onPublish={send}
        onDiscard={() => {
          dispatch({ type: 'discarded', cars, base: result })
          close()
        }}
      />
    </Box>
  )
}
