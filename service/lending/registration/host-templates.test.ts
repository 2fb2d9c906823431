import { expect, test } from 'vitest';
import { listPromotionTemplates, putPromotionTemplate } from '#contract/host/promotion-template.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

const service = await testLendingService();
const channelPath = '/api/v2/youmi/service/channel/channel-template';

test('[PROMO-1] a template that the lender adds or changes is the one its landing page gets', async () => {
  const template = {
    templateId: 'summer',
    language: 'es',
    market: 'MX',
    color: '#8a3324',
    heading: 'Verano',
  };
  const { status, body } = await service.host(putPromotionTemplate.path, template);
  expect([status, body.data]).toEqual([200, { ...template, line: '' }]);
  await service.host(putPromotionTemplate.path, { ...template, heading: 'Otoño' });
  const { templates } = await service.tell(listPromotionTemplates, {});
  expect(templates.map(({ templateId }) => templateId)).toEqual(['1', '2', '3', 'summer']);
  expect(templates.at(-1)).toMatchObject({ heading: 'Otoño', color: '#8a3324' });
  const page = await service.tell(listPromotionTemplates, { limit: 2 });
  const rest = await service.tell(listPromotionTemplates, { cursor: page.nextCursor ?? '' });
  expect([...page.templates, ...rest.templates]).toEqual(templates);
  const shown = await service.api.fetch(new Request(`http://lender.test${channelPath}?templateId=summer`));
  expect(await shown.text()).toContain('Otoño');
});

test.each([
  ['color', { color: '#ffffff' }],
  ['language', { language: 'fr' }],
  ['heading', { heading: 'x'.repeat(81) }],
  ['templateId', { templateId: '' }],
])('a template with a bad %s is refused by that name', async (field, bad) => {
  const { status, body } = await service.host(putPromotionTemplate.path, { templateId: 'bad', ...bad });
  expect([status, body.message]).toEqual([422, expect.stringContaining(field)]);
});
