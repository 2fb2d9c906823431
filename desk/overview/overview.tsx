import { deskRailText } from '#content/messages/desk.ts';
import { dayIn } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';

/** What needs a person today. */
export const overview = deskScreen({
  path: deskPaths.overview,
  needs: 'see-overview',
  load: () => ({}),
  title: ({ desk }) => deskRailText[desk.language].overview,
  page: ({ desk }) => (
    <div className="top">
      <h1>
        {deskRailText[desk.language].overview}, <span className="num">{dayIn(desk.market, desk.now)}</span>
      </h1>
    </div>
  ),
});
