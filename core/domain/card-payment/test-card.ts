export type TestCardBehaviour = 'approve' | 'decline' | 'answer-late' | 'answer-twice' | 'lose-answer';

export interface TestCard {
  readonly token: string;
  readonly behaviour: TestCardBehaviour;
}

/** Charges to the late card are answered this long after they were asked for. */
export const lateAnswerSeconds = 45;

/** The cards of the sandbox provider; any other is declined. */
export const testCards: readonly TestCard[] = [
  { token: 'test-card-approve', behaviour: 'approve' },
  { token: 'test-card-decline', behaviour: 'decline' },
  { token: 'test-card-late', behaviour: 'answer-late' },
  { token: 'test-card-twice', behaviour: 'answer-twice' },
  { token: 'test-card-lost', behaviour: 'lose-answer' },
];

export function testCardBehaviour(token: string): TestCardBehaviour {
  return testCards.find((card) => card.token === token)?.behaviour ?? 'decline';
}
