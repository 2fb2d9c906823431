import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { complaintPaths } from './complaint/complaint-paths.ts';
import { promotionPaths } from './registration/promotion-paths.ts';
import { screenPathsOf } from './screen-paths.ts';
import { siteFilePaths, sitePaths } from './site/site-paths.ts';
import { workerPaths } from './worker-paths.ts';

const paths = screenPathsOf(process.env);

/** Every path of the pages. Configured paths are fixed when the pages are built. */
export default [
  route(paths.confirmLoan, './screens/loan/confirm-loan.tsx'),
  route(paths.loanDetail, './screens/loan/order-detail.tsx', { id: 'loan-detail' }),
  route(paths.order, './screens/loan/order-detail.tsx', { id: 'order' }),
  route(paths.contract, './screens/loan/agreement.tsx'),
  route(paths.error, './screens/loan/failure.tsx'),
  route(paths.repay, './screens/repayment/repay.tsx'),
  route(paths.repayDelay, './screens/repayment/extension.tsx'),
  route('/carpmm', './screens/repayment/instruction.tsx'),
  route(paths.payWay, './screens/pay-way/pay-with-card.tsx'),
  route(paths.customerService, './screens/support/customer-service.tsx', { id: 'customer-service' }),
  route('/Dag', './screens/support/customer-service.tsx', { id: 'dag' }),
  route(paths.complaint, './screens/complaint/complaint-start.tsx'),
  route(complaintPaths.next, './screens/complaint/complaint-next.tsx'),
  route(complaintPaths.list, './screens/complaint/complaint-list.tsx'),
  route(complaintPaths.details, './screens/complaint/complaint-details.tsx'),
  route(complaintPaths.image, './screens/complaint/take-image.ts'),
  route('/testPreview', './screens/developer/test-preview.tsx'),
  index('./screens/site/home.tsx'),
  route(sitePaths.about, './screens/site/about.tsx'),
  route(sitePaths.user, './screens/site/user.tsx'),
  route(sitePaths.contact, './screens/site/contact.tsx'),
  route(sitePaths.policy, './screens/site/policy.tsx'),
  route(sitePaths.loan, './screens/site/loan-terms.tsx'),
  route(sitePaths.privacy, './screens/site/privacy.tsx', { id: 'privacy' }),
  route(sitePaths.privacyPolicy, './screens/site/privacy.tsx', { id: 'privacy-policy' }),
  route(sitePaths.periodAgreement, './screens/site/period-agreement.tsx'),
  route(paths.privacyNotice, './screens/site/privacy-notice.tsx'),
  route(paths.aboutUs, './screens/site/about-us.tsx'),
  route(siteFilePaths.sitemap, './screens/site/sitemap.ts'),
  route(siteFilePaths.robots, './screens/site/robots.ts'),
  route(siteFilePaths.webManifest, './screens/site/web-manifest.ts'),
  route(siteFilePaths.icon, './screens/site/icon.ts', { id: 'icon' }),
  ...Object.entries(siteFilePaths.iconPicture).map(([size, path]) =>
    route(path, './screens/site/icon.ts', { id: `icon-${size}` }),
  ),
  route(promotionPaths.landing, './screens/registration/landing.tsx'),
  route(promotionPaths.captcha, './screens/registration/captcha.ts'),
  route(promotionPaths.download, './screens/registration/download.tsx'),
  route(promotionPaths.agreement, './screens/registration/agreement.tsx'),
  route(workerPaths.offline, './screens/site/offline.tsx'),
  route('*', './screens/site/not-found.tsx'),
] satisfies RouteConfig;
