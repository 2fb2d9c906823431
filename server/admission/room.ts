/** Who is refused first: an unknown caller, then one seen lately, then one who continues what they began, such as a form. */
export type Precedence = 'stranger' | 'known' | 'begun';

export interface CallerShare {
  underWay: number;
  /** Requests among them that are being worked on. */
  atWork: number;
  /** Requests begun since the caller last had nothing under way. */
  begun: number;
}

export interface AdmittedRequest {
  readonly precedence: Precedence;
  readonly caller: string;
  readonly share: CallerShare;
  /** Whether its client still sends the body; called at each look. */
  readonly isArriving: () => boolean;
  takesRoom: boolean;
  /** Begins the request; undefined once it has begun. */
  begin: (() => void) | undefined;
  begunAt: number | undefined;
}

/** Multiples of the limit that requests of each precedence may fill. */
const limitFactors: Readonly<Record<Precedence, number>> = { stranger: 1, known: 1.5, begun: 2 };
/** Multiples of the limit that strangers cannot take away, since more may be under way than the limit once answers get slower. */
const reservedFactors: Readonly<Record<Precedence, number>> = { stranger: 0, known: 0.5, begun: 1 };
/** Parts of the limit that one caller may take, but at least `perCallerMin`. */
const callerFactors: Readonly<Record<Precedence, number>> = { stranger: 0.25, known: 0.25, begun: 1 };
const perCallerMin = 8;

/** A semaphore over requests under way, with a limit that changes. */
export interface Room {
  /** Whether there is no room for one more request of a caller. */
  isFullFor(precedence: Precedence, caller: string): boolean;
  admit(precedence: Precedence, caller: string, isArriving: () => boolean): AdmittedRequest;
  /** @returns false for a request that left before. */
  release(request: AdmittedRequest): boolean;
  /** Frees the room of begun requests that wait for their body, so that slow clients keep nobody out. */
  update(): void;
  setLimit(limit: number): void;
}

export function createRoom(initialLimit: number): Room {
  const underWay = new Set<AdmittedRequest>();
  const shares = new Map<string, CallerShare>();
  const taken = { all: 0, byStrangers: 0 };
  let limit = initialLimit;
  const setRoom = (request: AdmittedRequest, takesRoom: boolean) => {
    if (request.takesRoom === takesRoom) return;
    request.takesRoom = takesRoom;
    const change = takesRoom ? 1 : -1;
    taken.all += change;
    if (request.precedence === 'stranger') taken.byStrangers += change;
  };
  return {
    isFullFor(precedence, caller) {
      const isFull =
        taken.all >= limit * limitFactors[precedence] &&
        taken.all - taken.byStrangers >= limit * reservedFactors[precedence];
      const ofCaller = shares.get(caller)?.underWay ?? 0;
      return isFull || ofCaller >= Math.max(perCallerMin, limit * callerFactors[precedence]);
    },
    admit(precedence, caller, isArriving) {
      const share = shares.get(caller) ?? { underWay: 0, atWork: 0, begun: 0 };
      const request = {
        precedence,
        caller,
        share,
        isArriving,
        takesRoom: false,
        begin: undefined,
        begunAt: undefined,
      };
      shares.set(caller, share);
      share.underWay += 1;
      underWay.add(request);
      setRoom(request, true);
      return request;
    },
    release(request) {
      if (!underWay.delete(request)) return false;
      setRoom(request, false);
      request.share.underWay -= 1;
      if (request.share.underWay === 0) shares.delete(request.caller);
      return true;
    },
    update() {
      for (const request of underWay)
        setRoom(request, request.begunAt === undefined || !request.isArriving());
    },
    setLimit(newLimit) {
      limit = newLimit;
    },
  };
}
