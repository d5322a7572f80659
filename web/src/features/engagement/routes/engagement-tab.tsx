import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { PanelGrid } from '../../../ui/layout/panel.tsx'
import { EngagementBoard } from '../components/engagement-board.tsx'
import { ResultReactions } from '../components/result-reactions.tsx'
import { YourEngagement } from '../components/your-engagement.tsx'
import classes from './engagement-tab.module.css'

/** The fan's own engagement figures, reactions to results, and the engagement standings. */
export const EngagementTab = ({ weekend }: { weekend: Weekend }) => (
  <div className={classes.layout}>
    <PanelGrid columns={1} className={classes.rail}>
      <YourEngagement weekend={weekend} />
      <ResultReactions weekend={weekend} />
    </PanelGrid>
    <EngagementBoard key={weekend.id} weekend={weekend} className={classes.board} />
  </div>
)
