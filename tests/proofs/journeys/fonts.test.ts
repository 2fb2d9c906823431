import { expect, test } from 'vitest';
import { sharedBrowser } from '#tests/setup/browser.ts';

test('the browser of the journeys draws in Roboto, whatever fonts the machine has', async () => {
  const context = await (await sharedBrowser()).newContext();
  try {
    const page = await context.newPage();
    const families = ['system-ui', 'sans-serif', 'monospace', '"DejaVu Sans"', '"Noto Sans"'];
    await page.setContent(
      families.map((family) => `<p style='font: 1rem ${family}'>₹ 1.234,56 ñ</p>`).join(''),
    );
    const session = await context.newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
    expect(nodeIds).toHaveLength(families.length);
    for (const [index, nodeId] of nodeIds.entries()) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      const drawn = fonts.map(({ familyName }) => familyName);
      expect(drawn, families[index]).toEqual(['Roboto']);
    }
  } finally {
    await context.close();
  }
});
