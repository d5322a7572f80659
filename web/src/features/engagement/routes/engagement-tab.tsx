import { Box, Flex } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { PanelGrid } from '../../../ui/layout/panel.tsx'
import { EngagementBoard } from '../components/engagement-board.tsx'
import { ResultReactions } from '../components/result-reactions.tsx'
import { YourEngagement } from '../components/your-engagement.tsx'

/** The fan's own engagement figures, reactions to results, and the engagement standings. */
export const EngagementTab = ({ weekend }: { weekend: Weekend }) => (
  <Flex direction={{ base: 'column', md: 'row-reverse' }} align={{ md: 'flex-start' }} gap={{ base: 8, sm: 16 }}>
    <Box flex="none" w={{ md: 360 }}>
      <PanelGrid columns={1}>
        <YourEngagement weekend={weekend} />
        <ResultReactions weekend={weekend} />
      </PanelGrid>
    </Box>
    <Box flex={{ md: 1 }} miw={0}>
      <EngagementBoard key={weekend.id} weekend={weekend} />
    </Box>
  </Flex>
)
