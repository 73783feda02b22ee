"""What the guards of recall need to know of records, in columns."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys, among


@dataclass(frozen=True, slots=True)
class GuardColumns:
    """Columns of some records, by key: what is `gone` is not active; what is not `noted` needs no looking after;
    `created` in microseconds since 1970; `useful` is the quick_recal_score."""

    keys: Keys
    gone: npt.NDArray[np.bool_]
    noted: npt.NDArray[np.bool_]
    trust: npt.NDArray[np.float64]
    synthetic: npt.NDArray[np.bool_]
    created: Keys
    useful: npt.NDArray[np.float64]
    salience: npt.NDArray[np.float64]

    def only(self, rows: npt.NDArray[np.bool_]) -> GuardColumns:
        """Those of some rows."""
        return GuardColumns(*(getattr(self, one.name)[rows] for one in fields(self)))

    def changed_by(self, later: GuardColumns) -> GuardColumns:
        """These with the later state of some records, of which only those that are noted stay."""
        kept, new = self.only(~among(self.keys, later.keys)), later.only(later.noted)
        order = np.argsort(np.concatenate([kept.keys, new.keys]), kind="stable")
        pairs = ((getattr(kept, one.name), getattr(new, one.name)) for one in fields(self))
        return GuardColumns(*(np.concatenate(pair)[order] for pair in pairs))
