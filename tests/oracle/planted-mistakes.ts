import type { PlantedMistake } from '#tests/mutants/plant.ts';

const mistakesIn = (
  file: string,
  ...mistakes: readonly (readonly [what: string, text: string, instead: string])[]
): PlantedMistake[] => mistakes.map(([what, text, instead]) => [what, file, text, instead]);

/** Mistakes that somebody could make in the rules of money, most of them a condition forgotten. */
export const plantedMistakes: readonly PlantedMistake[] = [
  ...mistakesIn(
    'core/domain/repayment/allocation.ts',
    [
      'a payment settles principal before interest',
      "  'interest',\n  'principal',",
      "  'principal',\n  'interest',",
    ],
    [
      'a payment settles the newest instalment first',
      'a.dueDate < b.dueDate ? -1 : 1',
      'a.dueDate < b.dueDate ? 1 : -1',
    ],
    [
      'of payments due on one day the last comes first',
      '? a.sequence - b.sequence :',
      '? b.sequence - a.sequence :',
    ],
    ['payments are asked for by their numbers', 'a.dueDate === b.dueDate ?', 'a.sequence > 0 ?'],
  ),
  ...mistakesIn(
    'core/domain/loan/rebalance.ts',
    [
      'what is missing is taken from the oldest instalment',
      'of [...cells.entries()].reverse()) {',
      'of cells.entries()) {',
    ],
    [
      'what is missing is taken from penalties first',
      'allocationOrder.map((component) => ({ balance, component })),',
      'allocationOrder.toReversed().map((component) => ({ balance, component })),',
    ],
    ['a surplus settles what was sold', 'if (leftMinor > 0 && settlesDebt) {', 'if (leftMinor > 0) {'],
    [
      'what is paid may be below nothing',
      'Math.max(0, Math.min(parts[component], charged[component]))',
      'Math.min(parts[component], charged[component])',
    ],
  ),
  ...mistakesIn(
    'core/domain/loan/penalty-pause.ts',
    [
      'a pause has no last day',
      'day >= fromDay && (throughDay === null || day <= throughDay)',
      'day >= fromDay',
    ],
    ['a pause ends the day before', 'day <= throughDay', 'day < throughDay'],
    [
      'a disputed charge pauses the whole loan',
      'pause.part === null && holdsOn(pause, day)',
      'holdsOn(pause, day)',
    ],
    [
      'a disputed penalty pauses those of every instalment',
      "pause.part?.sequence === sequence && pause.part.component === 'penalty' && holdsOn(pause, day)",
      "pause.part?.component === 'penalty' && holdsOn(pause, day)",
    ],
    [
      'a disputed penalty pauses for good',
      "pause.part.component === 'penalty' && holdsOn(pause, day)",
      "pause.part.component === 'penalty'",
    ],
    ['a disputed charge is left out beyond what is unpaid of it', 'Math.min(', 'Math.max('],
  ),
  ...mistakesIn('core/domain/loan/penalty.ts', [
    'a band begins a day late',
    'band.fromDay <= daysLate && (',
    'band.fromDay < daysLate && (',
  ]),
  ...mistakesIn(
    'core/domain/loan/instalment-state.ts',
    ['a payment due today is late', 'balance.dueDate < today', 'balance.dueDate <= today'],
    [
      'what is unpaid is late below the tolerance',
      'return sumMinor >= toleranceMinor;',
      'return sumMinor > 0;',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/penalties.ts',
    [
      'a rest is let go before its last date is over',
      'unpaid.every(({ dueDate }) => dueDate < today)',
      'unpaid.every(({ dueDate }) => dueDate <= today)',
    ],
    [
      'a loan that does not run is charged penalties',
      '  if (!isRunning(loan.status)) return draft;\n  const late',
      '  const late',
    ],
    [
      'penalties are booked beyond the last bookable day',
      'bookableThrough !== null && bookableThrough < lastDay ? bookableThrough : lastDay',
      'lastDay',
    ],
    [
      'the late fee is charged each day',
      'if (daysBetween(instalment.dueDate, day) === 1) {',
      'if (daysBetween(instalment.dueDate, day) >= 1) {',
    ],
    [
      'the late fee is charged above what is unpaid, and while it pauses',
      'Math.min(lateFeeOf(terms, isRepeatBorrower), unpaidMinor)',
      'lateFeeOf(terms, isRepeatBorrower)',
    ],
    ['a late fee or a day is charged twice under two names', ' || chargedNames.has(name)', ''],
    ['penalties are taken back that were paid', '  if (!isUnpaid && !takesPaid) return null;\n', ''],
    [
      'penalties that were taken back are taken back again',
      'if (!isStanding || !automaticKinds.includes(kind)) return false;',
      'if (!automaticKinds.includes(kind)) return false;',
    ],
    [
      'penalties up to the last day are taken back beyond it',
      'day >= fromDay && (throughDay === null || day <= throughDay)',
      'day >= fromDay',
    ],
    [
      'what a borrower was let off is charged again up to the cap',
      "return [sequence, subtractMinor(charged.penalty, totalOn('receivable', [{ postings: own }]))];",
      'return [sequence, charged.penalty];',
    ],
  ),
  ...mistakesIn('core/domain/offer/product-terms.ts', [
    'a repeat borrower pays the late fee of a new one',
    'isRepeatBorrower ? terms.lateFeeRepeatMinor : terms.lateFeeNewMinor',
    'terms.lateFeeNewMinor',
  ]),
  ...mistakesIn(
    'core/domain/booking/receive.ts',
    [
      'a late report reaches behind the last correction',
      'const settledDay = isBehind && !isCorrected ? correctedOn : paidOn;',
      'const settledDay = paidOn;',
    ],
    [
      'a late report does not charge the days anew',
      'const correction = takenBack ?',
      'const correction = takenBack === undefined ?',
    ],
    [
      'days up to a payment are charged after it',
      'const due = bookMissing(ordered ?? begun, { through: paidOn, atMost }, circumstances);',
      'const due = ordered ?? begun;',
    ],
    ['a payment of another day may be the same', ' &&\n      dayIn(market, other.paidAt) === paidOn', ''],
    [
      'a payment known by its bank may be another',
      '!(isIdentified(payment) && isIdentified(other))',
      '!isIdentified(payment)',
    ],
    [
      'a claim with the key of a payment is no better than any',
      'meeting.find((claim) => claim.trackingKey === paid.trackingKey) ?? meeting[0]',
      'meeting[0]',
    ],
    ['the newest claim is answered', 'claim.state === state).reverse()', 'claim.state === state)'],
    [
      'a claim that was not found is answered before one that waits',
      "metAmong(waiting) ?? metAmong(oldestFirst('not-found'))",
      "metAmong(oldestFirst('not-found')) ?? metAmong(waiting)",
    ],
    ['money that answers no claim answers one', '  if (claimId === null) return draft;\n', ''],
  ),
  ...mistakesIn(
    'core/domain/repayment/payment-claim.ts',
    [
      'a claim with a key is met by money with another key of its bank',
      "  if (claim.trackingKey !== '' && trackingKey !== '' && payment.isKeyOfBank) return false;\n",
      '',
    ],
    ['a claim is met by another amount', 'isNear && claim.amountMinor === payment.amountMinor', 'isNear'],
    [
      'a claim is met on any day before',
      'payment.paidOn >= addDays(claim.paidOn, -1) && payment.paidOn',
      'payment.paidOn',
    ],
    [
      'a claim of any way is met by a card',
      "if (claimed === 'other') return paid !== 'card';",
      "if (claimed === 'other') return true;",
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/extension.ts',
    [
      'an extension needs no offer',
      "if (typeof current === 'string' || extension === undefined) return null;\n  return extension.sequences.join() === current.sequences.join() ? current : null;",
      "return typeof current === 'string' ? null : current;",
    ],
    [
      'an extension moves what was not asked for',
      'extension.sequences.join() === current.sequences.join() ? current : null',
      'current',
    ],
    [
      'an extension is sold above its threshold',
      "return priced.isTooDear ? 'too-dear' : priced.extension;",
      'return priced.extension;',
    ],
    [
      'an extension recharges days that were corrected',
      'correctedOn !== null && correctedOn > dueDate ? correctedOn : null',
      'null',
    ],
    [
      'an extension that lapses leaves its new date',
      'dueDate === null || !sequences.includes(sequence)',
      'dueDate === null || sequences.includes(sequence)',
    ],
    [
      'an extension that lapses charges the days before',
      'accruedThrough: today > dueDate ? today : null',
      'accruedThrough: null',
    ],
    [
      'any extension lapses with a payment',
      "state === 'in-effect' && paymentEventId === eventId",
      "state === 'in-effect'",
    ],
  ),
  ...mistakesIn(
    'core/domain/extension/extension-rules.ts',
    [
      'an instalment is extended twice',
      "return dueSequences.some((sequence) => extendedSequences.includes(sequence)) ? 'extended-before' : null;",
      'return null;',
    ],
    [
      'too small a payment extends',
      'offer === null || first === undefined || amountMinor < offer.payTodayMinor',
      'offer === null || first === undefined',
    ],
  ),
  ...mistakesIn('core/domain/extension/extension-price.ts', [
    'the new date counts from the old one, however late',
    'addDays(isOverdue ? today : due.dueDate, days)',
    'addDays(due.dueDate, days)',
  ]),
  ...mistakesIn(
    'core/domain/booking/derecognition.ts',
    [
      'what bounced on a written-off loan was lost, not recovered',
      "cause.cause === 'payment' && changeMinor < 0",
      'changeMinor > 0 && changeMinor < 0',
    ],
    [
      'what a correction lets off was recovered',
      "cause.cause === 'payment' && changeMinor < 0",
      'changeMinor < 0',
    ],
    [
      'a settled loan that was written off is an asset',
      "loan.status !== 'sold' && loan.writtenOffAt === null",
      "loan.status !== 'sold' && loan.status !== 'written-off'",
    ],
    [
      'what an earlier write-off recovered counts',
      'entry.key === key && entry.id > reinstatedId',
      'entry.key === key',
    ],
  ),
  ...mistakesIn('core/domain/booking/sale.ts', [
    'a loan that was written off is sold at a loss',
    'loan.writtenOffAt !== null\n      ?',
    'loan.writtenOffAt === undefined\n      ?',
  ]),
  ...mistakesIn(
    'core/domain/booking/write-off.ts',
    [
      'a reinstated loan is charged for the time between',
      '(record.accruedThrough ?? record.dueDate) < today ? { ...record, accruedThrough: today } : record',
      'record',
    ],
    [
      'a write-off that is taken back forgets the days that a clock was ahead',
      '(record.accruedThrough ?? record.dueDate) < today',
      'record.dueDate < today',
    ],
    [
      'a settled loan is written off',
      "!canTransition(loan.status, 'written-off') || loan.status === 'settled'",
      "!canTransition(loan.status, 'written-off')",
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/settlement.ts',
    [
      'what runs no more is given back',
      'isRunning(status) ? lastDayOfExit({ disbursedOn, terms }, day) : null',
      'lastDayOfExit({ disbursedOn, terms }, day)',
    ],
    [
      'a loan is given back a day too late',
      'usedDays < 0 || usedDays > coolingOffDays ? null',
      'usedDays < 0 || usedDays > coolingOffDays + 1 ? null',
    ],
    [
      'giving a loan back costs its fee',
      'return { ...charged, interest, fee: zeroMinor, penalty: zeroMinor, vat };',
      'return { ...charged, interest, penalty: zeroMinor, vat };',
    ],
    [
      'the fee of an extension comes back with the fee',
      'fee: addMinor(feeMinor, period.extensionFee)',
      'fee: feeMinor',
    ],
    ['an extension has interest', 'dueDate: extendedFrom ?? dueDate,', 'dueDate,'],
    [
      'a loan that ended is charged less once more',
      'disbursedOn === null || isEnded || isWholePlan',
      'disbursedOn === null || isWholePlan',
    ],
    [
      'a new plan forgets what was prepaid before it',
      'amountMinor + prepaidOn(prepaid, sequence, component)',
      'amountMinor + 0 * prepaidOn(prepaid, sequence, component)',
    ],
    [
      'what a new plan left is charged for days that were not used',
      'if (isRescheduled({ loan, instalments })) {',
      'if (isRescheduled({ loan, instalments }) && false) {',
    ],
  ),
  ...mistakesIn('core/domain/booking/cooling-off.ts', [
    'a loan is given back for less',
    'settlement.exitUntil === null || settlement.owedMinor > 0',
    'settlement.exitUntil === null',
  ]),
  ...mistakesIn(
    'core/domain/loan/earned-charges.ts',
    [
      'interest of the last day is not earned',
      'multiplyRatio(chargedMinor, usedDays,',
      'multiplyRatio(chargedMinor, usedDays - 1,',
    ],
    [
      'all of the tax is charged on a part of the charges',
      'interestMinor >= charged.interestMinor && feeMinor',
      'feeMinor',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/early-settlement.ts',
    [
      'a loan ends for one less than what settles it',
      '...comesLater) <= amountMinor',
      '...comesLater) <= amountMinor + 1',
    ],
    [
      'money that comes later counts for days before it',
      'payment.day > day).map',
      'payment.day > day && false).map',
    ],
    [
      'the end of a loan stands where a payment before it bounced',
      'payment.id < ending.id && owedMinor',
      'payment.id > ending.id && owedMinor',
    ],
    [
      'what was paid stays where the end of a loan put it',
      'entry.id === ending.id || entry.key',
      'entry.id === ending.id || entry.id',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/reversal.ts',
    [
      'the end of a loan stands where its payment bounced',
      '[reversal, ...endings, ...prepaid, ...rests, ...fee];',
      '[reversal, ...prepaid, ...rests, ...fee];',
    ],
    [
      'a prepayment stands where its payment bounced',
      'const movements = isEndedStill\n    ?',
      'const movements = !isEndedStill\n    ?',
    ],
    [
      'an extension fee that was let off is taken back in full',
      "const chargedMinor = chargedNow(state, { sequence: record.sequence, kind: 'extension-fee' });",
      'const chargedMinor = minorAmount(fee.postings[0]?.amountMinor ?? 0);',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/correct.ts',
    ['a correction never settles a loan', 'settleEarly(inOrder, ending, circumstances)', 'inOrder'],
    [
      'a correction does not stay',
      'isOfDaysToCome ? settled : add(settled, { facts: { correctedOn: today } })',
      'settled',
    ],
    [
      'days that nothing was owed on are charged',
      'wasOwed || !isLate || !isOwed(record) ? record : { ...record, accruedThrough: today }',
      'record',
    ],
    [
      'a correction frees days of what was owed',
      'wasOwed || !isLate || !isOwed(record)',
      '!isLate || !isOwed(record)',
    ],
    [
      'a sold loan is opened again',
      "loan.disbursedOn === null || loan.status === 'sold'",
      'loan.disbursedOn === null',
    ],
    [
      'a written-off loan runs after a correction',
      "const to = isPaid\n    ? 'settled'\n    : loan.writtenOffAt === null\n      ? statusBy(loan, instalments, today)\n      : 'written-off';",
      "const to = isPaid ? 'settled' : statusBy(loan, instalments, today);",
    ],
    ['every borrower whose loan is opened again pays no penalty', 'isOwedAgain && isErased', 'isOwedAgain'],
  ),
  ...mistakesIn('core/domain/booking/saved-interest.ts', [
    'what is prepaid stays earned by all days of its period',
    "if (component !== 'interest') continue;",
    'continue;',
  ]),
  ...mistakesIn(
    'core/domain/booking/prepayment.ts',
    [
      'the next payment is not asked for before principal is paid back',
      'unpaid.slice(0, askedCount),',
      'unpaid.slice(0, askedCount - 1),',
    ],
    [
      'the first payments are shortened instead of the last',
      'const newestFirst = room.toReversed().map(',
      'const newestFirst = room.map(',
    ],
    [
      'principal that was paid back bears interest again',
      'Math.max(0, charged.principal - paidBackWith(sequence))',
      'Math.max(0, charged.principal)',
    ],
    [
      'a payment that falls away keeps its fee by days',
      "fallsAway && terms.earlyRepaymentFee === 'days-used'",
      "fallsAway && terms.earlyRepaymentFee === 'kept'",
    ],
    [
      'money told late prepays before a prepayment that stands',
      '[paidOn, ...before.map((part) => part.day)].sort().at(-1)',
      '[paidOn].at(-1)',
    ],
    [
      'a plan that was agreed anew is prepaid',
      "isRescheduled(loan) ? 'next-payments' : prepaymentRuleOf",
      "!loan ? 'next-payments' : prepaymentRuleOf",
    ],
    [
      'what was earned by the day of a prepayment is saved too',
      'subtractMinor(period.interestMinor, days.interestMinor)',
      'period.interestMinor',
    ],
  ),
  ...mistakesIn(
    'core/domain/loan/penalty-cap.ts',
    [
      'penalties pass the cap of a payment',
      'Math.min(paymentMaxMinor - before, loanMaxMinor - takenMinor)',
      'Math.min(Number.POSITIVE_INFINITY, loanMaxMinor - takenMinor)',
    ],
    [
      'penalties pass the cap of the loan',
      'Math.min(paymentMaxMinor - before, loanMaxMinor - takenMinor)',
      'paymentMaxMinor - before',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/charges.ts',
    [
      'a second dispute of a charge is filed',
      'each.sequence === sequence && each.kind === kind;\n  const same',
      'each.sequence === -1 && each.kind === kind;\n  const same',
    ],
    [
      'who was refused once pauses again',
      "each.state === 'rejected' || (each.state === 'withdrawn' && isThis(each))",
      "each.state === 'withdrawn' && isThis(each)",
    ],
    [
      'who withdrew any dispute pauses no more',
      "each.state === 'withdrawn' && isThis(each)",
      "each.state === 'withdrawn'",
    ],
    [
      'a dispute pauses whatever the product says',
      '!hasPausedEnough && loan.terms.pausesPenaltyOnDispute ?',
      '!hasPausedEnough ?',
    ],
    ['tax goes with a penalty', '{ [kind]: takenOffMinor }', '{ fee: takenOffMinor }'],
    [
      'a charge is taken off a sold loan',
      "  if (loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');\n  if (!charge",
      '  if (!charge',
    ],
  ),
  ...mistakesIn('core/domain/money/tax.ts', [
    'tax is on interest and fee whatever the terms say',
    'taxedChargesOf(terms).map',
    "(['interest', 'fee'] as const).map",
  ]),
  ...mistakesIn('core/domain/loan/charge-dispute.ts', [
    'the cost of an extension is the fee',
    'fee: subtractMinor(charged.fee, extensionFeeMinor)',
    'fee: charged.fee',
  ]),
  ...mistakesIn('core/domain/booking/charge-list.ts', [
    'a late fee that a dispute took off stands',
    "entry.kind === kind || isCorrectionOf(kind, keys.get(entry.reversesId ?? '') ?? entry.key)",
    'entry.kind === kind',
  ]),
  ...mistakesIn('core/domain/booking/status.ts', [
    'a written-off loan that is late is overdue',
    "status === 'written-off' && to !== 'settled' ? status : to",
    'to',
  ]),
  ...mistakesIn(
    'core/domain/booking/waive.ts',
    [
      'a waiver takes more than is owed',
      "  if (waivedMinor > totalMinor) return new CodedError('request-invalid', 'amountMinor', { max: totalMinor });\n",
      '',
    ],
    [
      'what was sold is waived',
      "  if (loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');\n",
      '',
    ],
    ['a waiver is taken back twice', 'id === transactionId && isStanding', 'id === transactionId'],
    [
      'any movement is taken back as a waiver',
      "if (waiver?.kind !== 'waiver') return",
      'if (!waiver) return',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/refund.ts',
    [
      'more is refunded than is held',
      'if (amountMinor > suspenseMinor)',
      'if (amountMinor > suspenseMinor && amountMinor < 0)',
    ],
    [
      'a refund is sent twice',
      "refund.state === 'sent' && refund.reference === reference",
      "refund.state === 'sent'",
    ],
    ['a refund that was sent fails in part', "(['sent', 'requested'] as const)", "(['requested'] as const)"],
  ),
  ...mistakesIn(
    'core/domain/booking/take-back-penalties.ts',
    [
      'a dispute stays taken off a late fee that is taken back',
      'ofLateFees.includes(movement) || isInTheWay(movement)',
      'isInTheWay(movement)',
    ],
    [
      'waivers stay where more is taken back than is charged',
      'ofLateFees.includes(movement) || isInTheWay(movement)',
      'ofLateFees.includes(movement)',
    ],
    [
      'waivers of fees go with penalties',
      "component === 'penalty' && ids.includes(instalmentId ?? '')",
      "ids.includes(instalmentId ?? '')",
    ],
    ['days to come stop late reports', 'isOfDaysToCome: first > today', 'isOfDaysToCome: false'],
  ),
  ...mistakesIn('core/domain/booking/begin-loan.ts', [
    'a payout of before the application is booked',
    'day > today || day < dayIn(loan.market, loan.appliedAt)',
    'day > today',
  ]),
  ...mistakesIn(
    'core/domain/booking/decide.ts',
    ['a decision reads no history since a payment', 'return { since: command.creditedAt };', 'return {};'],
    [
      'a decision does not read what was recovered',
      'paymentKey(name), extensionFeeKey(name), recoveryKey(name)',
      'paymentKey(name), extensionFeeKey(name)',
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/booking.ts',
    [
      'a pause begins twice',
      'pauses.some(({ causeId }) => causeId === starts.causeId) ? pauses : [...pauses, starts]',
      '[...pauses, starts]',
    ],
    [
      'a movement that takes another back stands',
      'isStanding: movement.reversesId === undefined',
      'isStanding: true',
    ],
    [
      'what was taken back stands',
      'reversed.has(entry.id) ? { ...entry, isStanding: false } : entry',
      'entry',
    ],
  ),
  ...mistakesIn('core/domain/offer/schedule.ts', [
    'the last instalment takes no remainder of tax',
    'isLast || shareMinor > leftMinor ? leftMinor : shareMinor',
    'shareMinor > leftMinor ? leftMinor : shareMinor',
  ]),
  ...mistakesIn('core/domain/money/money.ts', [
    'halves are rounded up',
    'twiceRemainder === denominator && quotient % 2 !== 0',
    'twiceRemainder === denominator',
  ]),
  ...mistakesIn(
    'core/domain/booking/income.ts',
    [
      'interest and fees are income on the day of the payout',
      'earnedOf(charge, loan, nonAccrualSince ?? day)',
      'charge.chargedMinor',
    ],
    ['a loan that is too late goes on earning', 'nonAccrualSince ?? day)', 'day)'],
    [
      'penalties of a loan that is too late are income',
      'subtractMinor(charged.penalty, paid.penalty)',
      'zeroMinor',
    ],
    [
      'an extension alone makes a loan earn again',
      '(agreedDayOf(record) ?? day) < day',
      'record.dueDate < day',
    ],
    [
      'what is paid of a loan that is too late is no income',
      'nonAccrualSince === null ? 0 : paid[component]',
      '0',
    ],
    [
      'a loan that is too late never earns again',
      'return owedMinor > 0 && owedMinor >= toleranceMinor ? nonAccrualSince : null;',
      'return nonAccrualSince;',
    ],
    [
      'the fee of an extension is earned with the plan',
      'fromDay: throughDay,\n          throughDay: record.dueDate',
      'fromDay, throughDay',
    ],
    ['a write-off takes paid interest off the loss', 'Math.min(unearnedMinor, unpaidMinor)', 'unearnedMinor'],
    [
      'a write-off loses what was no income',
      'unpaidMinor === 0 ? [] : [{ account, component, amountMinor: unpaidMinor }]',
      '[]',
    ],
    [
      'the days a loan earns by stay as they were',
      'isSamePlan(isOpened ? periodsOf(before) : [], all)',
      'isOpened',
    ],
  ),
  ...mistakesIn(
    'core/domain/loan/new-plan.ts',
    [
      'a new plan counts its days without payments from the due date',
      'const days = moratoriumDays === 0 ? 0 : lateDays + moratoriumDays;',
      'const days = moratoriumDays;',
    ],
    [
      'the first payment of a new plan comes an interval too late',
      'addDays(day, firstDays + index * days)',
      'addDays(day, firstDays + (index + 1) * days)',
    ],
    [
      'a new plan keeps penalties that it lets off',
      "component === 'penalty' && terms.waivesPenalties",
      "component === 'penalty' && !terms.waivesPenalties",
    ],
  ),
  ...mistakesIn(
    'core/domain/booking/new-plan.ts',
    [
      'a new plan lets off the penalties of days without payments alone',
      "const isTaken = isMoved || (component === 'penalty' && terms.waivesPenalties);",
      'const isTaken = isMoved;',
    ],
    [
      'a new plan is agreed to after its last day',
      "const isOver = plan.state === 'proposed' && plan.validThrough < today;",
      'const isOver = false;',
    ],
    [
      'a new plan is agreed to whatever was seen',
      'if (plannedDebtKey(planned, today) !== seen)',
      "if (seen === '')",
    ],
    [
      'penalties grow while nothing falls due',
      'pauses: terms.moratoriumDays === 0 ? [] : [{ starts: pause }],',
      'pauses: terms.moratoriumDays >= 0 ? [] : [{ starts: pause }],',
    ],
    [
      'a new plan is undone though what it made is gone',
      "if (isShort) return new CodedError('status-conflict', 'charges-moved');",
      '',
    ],
    [
      'two new plans wait at once',
      "if (openPlan(begun.after, today)) return new CodedError('status-conflict', 'plan-open');",
      '',
    ],
    [
      'a new plan is proposed while a charge is disputed',
      'if (isDisputed) return',
      'if (isDisputed && !isPayable(loan.status)) return',
    ],
  ),
];
