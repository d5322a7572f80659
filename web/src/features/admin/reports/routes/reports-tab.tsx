import { Box, Button, Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { Panel, PanelGrid } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { adminWeekendsQuery, allRacesQuery } from '../../base/api/admin-queries.ts'
import { webhooksAddress } from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { useGenerate } from '../api/report-mutations.ts'
import { reportsQuery } from '../api/report-queries.ts'
import { EarlierReports } from '../components/earlier-reports.tsx'
import { ReportPreview } from '../components/report-preview.tsx'
import { ReportRow } from '../components/report-row.tsx'
import { useReportOutcomes } from '../components/use-outcomes.ts'

/** Every weekend, latest first, with its report: generate, progress, download. */
export const ReportsTab = () => {
  const weekends = useQuery(adminWeekendsQuery)
  const races = useQuery(allRacesQuery)
  const reports = useQuery(reportsQuery)
  const active = useActiveWeekend().weekend
  const [search, setSearch] = useSearchParams()
  const generate = useGenerate(useReportOutcomes(reports.data))

  const visible = weekends.data?.toReversed()
  const requestedId = Number(search.get('weekend') ?? active?.id)
  const chosenWeekend = visible?.find(({ id }) => id === requestedId) ?? visible?.[0]
  const choose = (id: number) => setSearch({ tab: 'reports', weekend: String(id) }, { replace: true })
  const failed = [weekends, reports].find(({ data, isError }) => data === undefined && isError)
  return (
    <>
      <SetupHead
        title="PDF Reports"
        text="A4: the weekend, its winners and the top 10 of the leaderboard."
        end={
          <Button component={Link} to={webhooksAddress} variant="outline">
            Open data and webhooks
          </Button>
        }
      />
      {failed || visible === undefined || reports.data === undefined || chosenWeekend === undefined ? (
        <Panel single flush>
          {failed ? (
            <QueryError title="Couldn’t load the reports" query={failed} />
          ) : visible?.length === 0 ? (
            <EmptyState title="No race weekends available" text="Create a weekend first." />
          ) : (
            <ListLoading title="Loading the weekends..." />
          )}
        </Panel>
      ) : (
        <Flex
          direction={{ base: 'column', lg: 'row' }}
          align={{ base: 'stretch', lg: 'flex-start' }}
          gap={{ base: 8, sm: 16 }}
        >
          <Box flex={{ lg: '1 1 0' }} miw={0}>
            <Panel single flush>
              <ul className="ps-lined" aria-label="Reports">
                {visible.map((weekend) => (
                  <ReportRow
                    key={weekend.id}
                    weekend={weekend}
                    races={races.data?.filter(({ weekendId }) => weekendId === weekend.id)}
                    reports={reports.data}
                    isChosen={weekend.id === chosenWeekend.id}
                    isRequesting={generate.isPending && generate.variables === weekend.id}
                    onChoose={() => choose(weekend.id)}
                    onGenerate={() => {
                      choose(weekend.id)
                      generate.mutate(weekend.id)
                    }}
                  />
                ))}
              </ul>
            </Panel>
          </Box>
          <Flex direction="column" flex="none" gap={{ base: 8, sm: 16 }} w={{ lg: 420 }}>
            <ReportPreview key={chosenWeekend.id} weekend={chosenWeekend} />
            <PanelGrid columns={1}>
              <EarlierReports weekend={chosenWeekend} reports={reports.data} />
            </PanelGrid>
          </Flex>
        </Flex>
      )}
    </>
  )
}
