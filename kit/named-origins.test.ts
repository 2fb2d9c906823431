import { expect, test } from 'vitest';
import { createNamedOrigins, originsText } from './named-origins.ts';

test('origins of images and of links are gathered apart, as the settings that allow them', () => {
  const origins = createNamedOrigins();
  expect(originsText(origins.named)).toBe('');
  for (const body of [
    { data: { comProductLogo: 'https://cdn.example/a.png', isNewContract: 'https://lender.example/terms' } },
    { data: [{ BARcodeImg: 'https://codes.example/1?x=2' }, { imgs: ['https://cdn.example/b.png'] }] },
    { data: { text: 'See https://no.example', h5Url: '/order', logo: null } },
    undefined,
  ]) {
    origins.add(body);
  }
  expect(originsText(origins.named)).toBe(
    [
      'Origins in its answers. What the pages may show and lead to has to be allowed, but for their own:',
      'IMAGE_ORIGINS=https://cdn.example,https://codes.example',
      'REDIRECT_ORIGINS=https://lender.example',
      '',
    ].join('\n'),
  );
});
