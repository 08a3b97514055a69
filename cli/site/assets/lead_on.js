// Leads old numbers on.
