import { listPromotionTemplates, putPromotionTemplate } from '#contract/host/promotion-template.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { cursorKey, pageOf, usualPageSize } from '../keyset.ts';
import { putTemplate, templatesAfter } from './store.ts';

export const answeredTemplateCalls: readonly AnsweredHostCall[] = [
  answerHost(putPromotionTemplate, async ({ transaction }, { actor: _actor, ...template }) => {
    await putTemplate(transaction, template);
    return { data: template };
  }),
  answerHost(listPromotionTemplates, async ({ transaction }, { cursor, limit = usualPageSize }) => {
    const [after] = cursorKey(cursor, [(part) => part !== '']) ?? [];
    const list = await templatesAfter(transaction, after, limit + 1);
    const { rows, nextCursor } = pageOf(list, limit, ({ templateId }) => [templateId]);
    return { data: { templates: [...rows], nextCursor } };
  }),
];
